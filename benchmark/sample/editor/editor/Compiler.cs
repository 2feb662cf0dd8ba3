using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

// Compiles the units in dependency order into Library/ScriptAssemblies, skipping those whose inputs have not changed.
class Compiler
{
    readonly Project project; readonly string managed, outDir;
    readonly Dictionary<Unit, string> keys = new Dictionary<Unit, string>();
    readonly HashSet<Unit> failed = new HashSet<Unit>();
    public int Compiled, Cached, Errors;

    public Compiler(Project p, string managedDir) { project = p; managed = managedDir; outDir = Path.Combine(p.Root, "Library/ScriptAssemblies"); }
    public string PathOf(Unit u) { return Path.Combine(outDir, u.Name + ".dll"); }

    public static List<Unit> Order(IEnumerable<Unit> units)
    {
        var done = new List<Unit>(); var open = new HashSet<Unit>();
        Action<Unit> visit = null;
        visit = u =>
        {
            if (done.Contains(u)) return;
            if (!open.Add(u)) throw new ProjectError("Assembly with cyclic references detected: " + string.Join(", ", open.Select(x => x.Name)));
            foreach (var n in u.Needs) visit(n);
            open.Remove(u); done.Add(u);
        };
        foreach (var u in units) visit(u);
        return done;
    }

    public bool Run()
    {
        Directory.CreateDirectory(outDir);
        var order = Order(project.Units);
        foreach (var old in Directory.GetFiles(outDir, "*.dll")) if (!order.Any(u => PathOf(u) == old)) { File.Delete(old); File.Delete(old + ".key"); }
        foreach (var u in order)
        {
            if (u.Needs.Any(failed.Contains)) { failed.Add(u); continue; }
            if (!Compile(u)) failed.Add(u);
        }
        return failed.Count == 0;
    }

    // A project without the test framework has no NUnit either: its tests do not compile.
    bool WithTests(Unit u) { return u.UsesTests && project.TestFramework; }

    List<string> Flags(Unit u)
    {
        var a = new List<string> { "-target:library", "-nologo", "-noconfig", "-langversion:experimental", "-debug", "-warn:4", "-nowarn:0169,0649,0436,0414,0067,1591,1701,1702" };
        if (u.Unsafe) a.Add("-unsafe");
        a.Add("-d:" + string.Join(";", project.Defines));
        foreach (var s in new[] { "System", "System.Core", "System.Xml", "System.Numerics", "Microsoft.CSharp" }) a.Add("-r:" + s + ".dll");
        if (!u.NoEngine) a.Add("-r:" + Path.Combine(managed, "UnityEngine.dll"));
        if (!u.NoEngine) a.Add("-r:" + Path.Combine(managed, "UnityEditor.dll"));
        if (WithTests(u))
        {
            a.Add("-r:" + Path.Combine(managed, "UnityEngine.TestRunner.dll"));
            a.Add("-r:" + Path.Combine(managed, "nunit.framework.dll"));
            a.Add("-r:nunit2=" + Path.Combine(managed, "nunit.framework.dll"));
        }
        foreach (var p in project.Plugins) if (!u.Override || u.Precompiled.Contains(Path.GetFileName(p))) a.Add("-r:" + p);
        foreach (var n in Closure(u)) a.Add("-r:" + PathOf(n));
        return a;
    }
    static IEnumerable<Unit> Closure(Unit u) { return Order(u.Needs); }

    string Key(Unit u, List<string> flags)
    {
        using (var sha = SHA256.Create())
        {
            var b = new StringBuilder(File.GetLastWriteTimeUtc(Path.Combine(managed, "UnityEngine.dll")).Ticks + "\n");
            foreach (var f in flags) b.Append(f).Append('\n');
            foreach (var n in u.Needs) b.Append(keys[n]).Append('\n');
            foreach (var s in u.Sources) b.Append(s).Append(' ').Append(Hex(sha.ComputeHash(File.ReadAllBytes(Path.Combine(project.Root, s))))).Append('\n');
            foreach (var p in project.Plugins) b.Append(p).Append(' ').Append(new FileInfo(p).Length).Append('\n');
            return Hex(sha.ComputeHash(Encoding.UTF8.GetBytes(b.ToString())));
        }
    }
    static string Hex(byte[] b) { return BitConverter.ToString(b).Replace("-", "").ToLowerInvariant(); }

    bool Compile(Unit u)
    {
        var flags = Flags(u); var dll = PathOf(u); var key = keys[u] = Key(u, flags);
        if (File.Exists(dll) && File.Exists(dll + ".key") && File.ReadAllText(dll + ".key") == key) { Cached++; return true; }
        File.Delete(dll); File.Delete(dll + ".key");
        var rsp = Path.Combine(project.Root, "Temp", u.Name + ".rsp");
        var sources = u.Sources.ToList();
        if (WithTests(u)) sources.Add(Path.Combine(managed, "NUnit3Assert.cs"));
        File.WriteAllLines(rsp, flags.Concat(new[] { "-out:" + dll }).Concat(sources).Select(x => "\"" + x + "\""));
        Log.Line("- Starting script compilation: " + u.Name);
        string text; int code;
        // In this process the compiler is three times as fast; if it trips over itself there, a process of its own decides.
        if (Environment.GetEnvironmentVariable("STANDIN_SPAWN") == "1" || !InProcess(rsp, out text, out code)) code = Spawn(rsp, out text);
        var lines = text.Split('\n').Select(l => l.TrimEnd()).Where(l => l.Contains(": error CS") || l.Contains(": warning CS") || l.StartsWith("error CS")).ToList();
        if (lines.Count > 0 || code != 0)
        {
            Log.Line("-----CompilerOutput:-stdout--exitcode: " + code + "--compilationhadfailure: " + (code != 0) + "--outfile: Library/ScriptAssemblies/" + u.Name + ".dll");
            foreach (var l in code != 0 && lines.Count == 0 ? text.Split('\n').ToList() : lines) Log.Line(l);
            Log.Line("-----EndCompilerOutput---------------");
        }
        Errors += lines.Count(l => l.Contains("error CS"));
        if (code != 0) { foreach (var l in lines.Where(l => l.Contains("error CS"))) Log.Line(l); return false; }
        File.WriteAllText(dll + ".key", key);
        Compiled++;
        return true;
    }

    int Spawn(string rsp, out string text)
    {
        var psi = new ProcessStartInfo("/usr/bin/mono", "/usr/lib/mono/4.5/mcs.exe @" + rsp.Replace(" ", "\\ ")) { UseShellExecute = false, RedirectStandardError = true, RedirectStandardOutput = true, WorkingDirectory = project.Root };
        using (var p = Process.Start(psi))
        {
            var err = p.StandardError.ReadToEndAsync();
            text = p.StandardOutput.ReadToEnd() + err.Result;
            p.WaitForExit();
            return p.ExitCode;
        }
    }
    bool InProcess(string rsp, out string text, out int code)
    {
        var w = new StringWriter(); text = ""; code = 1;
        try
        {
            var t = System.Reflection.Assembly.LoadFrom("/usr/lib/mono/4.5/mcs.exe").GetType("Mono.CSharp.CompilerCallableEntryPoint");
            code = (bool)t.GetMethod("InvokeCompiler").Invoke(null, new object[] { new[] { "@" + rsp }, w }) ? 0 : 1;
            text = w.ToString();
            return code == 0 || text.Contains("error CS") && !text.Contains("Internal compiler error");
        }
        catch (Exception) { return false; }
    }
}
