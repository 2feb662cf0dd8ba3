using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
[assembly: AssemblyTitle("unity-editor stand-in")]

// Ends the editor with a code and a reason, as a failure of batch mode.
class Exit : Exception
{
    public readonly int Code;
    public Exit(int code, string reason) : base(reason) { Code = code; }
}

static class Program
{
    const string CompilerErrors = "Scripts have compiler errors.";

    static int Main(string[] arguments)
    {
        var watch = Stopwatch.StartNew();
        var options = new Options(arguments);
        Alive.Begin();
        Log.Open(options.LogFile(Path.Combine(Environment.GetEnvironmentVariable("HOME") ?? "/root", ".config/unity3d/Editor.log")));
        var code = Guarded(options);
        Log.Line("[stand-in] " + watch.ElapsedMilliseconds + " ms, peak memory " + Peak());
        Log.Line(code == 0 ? "Exiting batchmode successfully now!" : "Exiting without the bug reporter. Application will terminate with return code " + code);
        Environment.Exit(code);
        return code;
    }

    static int Guarded(Options options)
    {
        try { return Run(options); }
        catch (Exit e) { Log.Line("Aborting batchmode due to failure:\n" + e.Message + "\n"); return e.Code; }
        catch (ProjectError e) { Log.Line(e.Message); Log.Line("Aborting batchmode due to failure:\n" + CompilerErrors + "\n"); return 1; }
        catch (Exception e)
        {
            Log.Line(e.ToString());
            Log.Line("Test run completed. Exiting with code 3 (RunError). An unexpected error happened while running tests.");
            return 3;
        }
    }

    static int Run(Options options)
    {
        var version = File.Exists("/opt/unity/version") ? File.ReadAllText("/opt/unity/version").Trim() : "2019.4.36f1";
        Log.Line("Unity Editor version:    " + version + " (stand-in)\nBatch mode:              " + (options.Has("batchmode") ? "YES" : "NO") + "\n\nCOMMAND LINE ARGUMENTS:\nunity-editor\n" + string.Join("\n", options.Arguments));
        Shown.Begin(options);
        if (!options.Has("batchmode")) throw new Exit(1, "The stand-in runs in batch mode only.");
        // Old editors draw all the same, and fall over where there is no screen.
        if (!options.Has("nographics") && DrawsAlways(version)) Environment.Exit(139);
        Shown.At("start");
        Licence.Check(options.Get("manualLicenseFile"));
        Shown.At("licensed");
        var path = options.Get("projectPath");
        if (!string.IsNullOrEmpty(path)) return Open(path, version, options);
        if (options.Has("runTests")) throw new Exit(1, "Couldn't set project path: no -projectPath");
        // As in Unity, a bare activation answers 1 even when it went well: the log line is what tells.
        return options.Has("manualLicenseFile") ? 1 : 0;
    }

    static int Open(string path, string version, Options options)
    {
        var root = Path.GetFullPath(path).TrimEnd('/');
        if (!Directory.Exists(root + "/Assets") || !Directory.Exists(root + "/ProjectSettings")) throw new Exit(1, "Couldn't set project path to: " + path);
        Directory.SetCurrentDirectory(root);
        Log.Line("Successfully changed project path to: " + path + "\n" + root);
        ProjectLock.Take(root);
        UnityEngine.Application.dataPath = root + "/Assets";
        UnityEngine.Application.productName = Path.GetFileName(root);
        UnityEngine.Application.unityVersion = version;
        UnityEngine.Debug.Sink = (type, text, trace) => { Log.Line(text); if (trace != "") Log.Line(trace); };
        foreach (var scene in TestScene.Leftovers(root)) Log.Line("[stand-in] a scene of an earlier run is still there: " + scene);
        Shown.At("packages");
        var project = new Project(root, version);
        if (project.Version != null && project.Version != version) Log.Line("Opening a project of version " + project.Version + " with editor " + version);
        foreach (var note in project.Notes) Log.Line(note);
        var startUp = new StartUp(project, Compile(project));
        startUp.Editor();
        Log.Line("[Project] Loading completed");
        Shown.At("loaded");
        // -quit wins over -runTests, as in Unity: nothing is run and the exit code is 0.
        if (options.Has("quit")) { Log.Line("Batchmode quit successfully invoked - shutting down!"); return 0; }
        return options.Has("runTests") ? TestCommand.Run(project, startUp, options) : 0;
    }

    static Compiler Compile(Project project)
    {
        Shown.At("compile");
        var compiler = new Compiler(project, AppDomain.CurrentDomain.BaseDirectory);
        var watch = Stopwatch.StartNew();
        var ok = compiler.Run();
        Log.Line("- Finished script compilation in " + (watch.ElapsedMilliseconds / 1000.0).ToString("0.000") + " seconds (" + compiler.Compiled + " compiled, " + compiler.Cached + " unchanged)");
        if (ok) return compiler;
        Log.Line(CompilerErrors + "\n \n(Filename: ./Runtime/Utilities/Argv.cpp Line: 360)\n");
        throw new Exit(1, CompilerErrors);
    }

    static bool DrawsAlways(string version) { return version.StartsWith("2019.4.") || version.StartsWith("2020.1."); }

    static string Peak()
    {
        try { return File.ReadAllLines("/proc/self/status").First(l => l.StartsWith("VmHWM")).Substring(6).Trim(); }
        catch (Exception) { return "?"; }
    }
}

// A file that is there while the process lives and is taken away by every orderly end. What mono cannot end in order
// (a stack overflow) leaves it behind, and the wrapper reports the crash that Unity would have had.
static class Alive
{
    public static void Begin()
    {
        var file = Environment.GetEnvironmentVariable("STANDIN_ALIVE");
        if (string.IsNullOrEmpty(file)) return;
        File.WriteAllText(file, "");
        AppDomain.CurrentDomain.ProcessExit += (sender, e) => File.Delete(file);
    }
}
