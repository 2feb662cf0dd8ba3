using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

// One assembly that the project's scripts make, from an .asmdef or one of Unity's predefined ones.
class Unit
{
    public string Name, Dir, Guid;
    public List<string> References = new List<string>(), Include = new List<string>(), Exclude = new List<string>(), Constraints = new List<string>(), Precompiled = new List<string>();
    public bool Override, Unsafe, NoEngine, AutoReferenced = true, TestAssemblies, OldForm, Predefined, EditorOnly;
    public List<string> Sources = new List<string>();
    public List<Unit> Needs = new List<Unit>();
    public bool UsesTests { get { return TestAssemblies || Predefined && EditorOnly || !OldForm && (References.Any(r => r == "UnityEngine.TestRunner" || r == "UnityEditor.TestRunner" || r == "GUID:27619889b8ba8c24980f49ee34dbb44a" || r == "GUID:0acc523941302664db1f4e527237feb3") || Precompiled.Contains("nunit.framework.dll")); } }
}

class ProjectError : Exception { public ProjectError(string m) : base(m) { } }

class Project
{
    public readonly string Root, Version;
    public readonly bool TestFramework;
    // Before 2019.2 a test assembly is one by optionalUnityReferences alone, and other assemblies are named, not numbered.
    readonly bool oldForm;
    public readonly List<Unit> Units = new List<Unit>();
    public readonly List<string> Plugins = new List<string>(), Defines = new List<string>(), Notes = new List<string>();

    public Project(string root, string editorVersion)
    {
        Root = root;
        var pv = Path.Combine(root, "ProjectSettings/ProjectVersion.txt");
        var m = File.Exists(pv) ? Regex.Match(File.ReadAllText(pv), @"m_EditorVersion:\s*(\S+)") : Match.Empty;
        Version = m.Success ? m.Groups[1].Value : null;
        MakeDefines(editorVersion);
        var roots = new List<string>();
        if (Directory.Exists(Path.Combine(root, "Assets"))) roots.Add("Assets");
        oldForm = !AtLeast(editorVersion, 2019, 2);
        var packages = new Packages(root, oldForm);
        roots.AddRange(packages.Folders);
        TestFramework = packages.TestFramework;
        var sources = new List<string>(); var asmdefs = new List<string>(); var asmrefs = new List<string>();
        foreach (var r in roots) Walk(r, sources, asmdefs, asmrefs);
        sources.Sort(string.CompareOrdinal); asmdefs.Sort(string.CompareOrdinal);
        foreach (var a in asmdefs) Units.Add(ReadAsmdef(a));
        foreach (var g in Units.GroupBy(u => u.Name, StringComparer.OrdinalIgnoreCase).Where(g => g.Count() > 1)) throw new ProjectError("Assembly with name '" + g.Key + "' already exists (" + string.Join(", ", g.Select(u => u.Dir + "/*.asmdef")) + ")");
        var byDir = new Dictionary<string, Unit>();
        foreach (var u in Units) { if (byDir.ContainsKey(u.Dir)) throw new ProjectError("Folder '" + u.Dir + "' contains multiple assembly definition files"); byDir[u.Dir] = u; }
        foreach (var a in asmrefs) { var target = FindUnit(Json.Str(Json.Parse(Read(a)), "reference")); if (target != null) byDir[Path.GetDirectoryName(a)] = target; }
        foreach (var s in sources)
        {
            Unit owner = null;
            for (var d = Path.GetDirectoryName(s); !string.IsNullOrEmpty(d) && owner == null; d = Path.GetDirectoryName(d)) byDir.TryGetValue(d, out owner);
            if (owner == null && s.StartsWith("Packages/")) continue;        // a package's loose scripts are not compiled
            (owner ?? PredefinedFor(s)).Sources.Add(s);
        }
        Units.RemoveAll(u => u.Sources.Count == 0 || !Fits(u));
        foreach (var u in Units) Link(u);
    }

    static bool AtLeast(string version, int year, int release)
    {
        var m = Regex.Match(version ?? "", @"^(\d+)\.(\d+)");
        if (!m.Success) return true;
        int y = int.Parse(m.Groups[1].Value), r = int.Parse(m.Groups[2].Value);
        return y > year || y == year && r >= release;
    }

    string Read(string rel) { return File.ReadAllText(Path.Combine(Root, rel)); }

    static readonly string[] Hidden = { "cvs", "library", "temp", "obj" };
    void Walk(string rel, List<string> cs, List<string> defs, List<string> refs)
    {
        var abs = Path.Combine(Root, rel);
        foreach (var f in Directory.GetFiles(abs))
        {
            var n = Path.GetFileName(f);
            if (n.StartsWith(".") || n.EndsWith("~")) continue;
            if (n.EndsWith(".cs")) cs.Add(rel + "/" + n);
            else if (n.EndsWith(".asmdef")) defs.Add(rel + "/" + n);
            else if (n.EndsWith(".asmref")) refs.Add(rel + "/" + n);
            else if (n.EndsWith(".dll") && Managed(f)) Plugins.Add(f);
        }
        foreach (var d in Directory.GetDirectories(abs))
        {
            var n = Path.GetFileName(d);
            if (n.StartsWith(".") || n.EndsWith("~") || n.EndsWith(".tmp") || n.ToLowerInvariant() == "cvs") continue;
            Walk(rel + "/" + n, cs, defs, refs);
        }
    }
    static bool Managed(string f) { try { System.Reflection.AssemblyName.GetAssemblyName(f); return true; } catch (Exception) { return false; } }

    Unit ReadAsmdef(string rel)
    {
        object j;
        try { j = Json.Parse(Read(rel)); } catch (FormatException e) { throw new ProjectError(rel + ": " + e.Message); }
        var u = new Unit
        {
            Name = Json.Str(j, "name"), Dir = Path.GetDirectoryName(rel), References = Json.Strings(j, "references"),
            Include = Json.Strings(j, "includePlatforms"), Exclude = Json.Strings(j, "excludePlatforms"), Constraints = Json.Strings(j, "defineConstraints"),
            Precompiled = Json.Strings(j, "precompiledReferences"), Override = Json.Bool(j, "overrideReferences", false), Unsafe = Json.Bool(j, "allowUnsafeCode", false),
            NoEngine = Json.Bool(j, "noEngineReferences", false), AutoReferenced = Json.Bool(j, "autoReferenced", true), TestAssemblies = Json.Strings(j, "optionalUnityReferences").Contains("TestAssemblies"), OldForm = oldForm
        };
        if (string.IsNullOrEmpty(u.Name)) throw new ProjectError(rel + ": Required property 'name' not set");
        u.EditorOnly = u.Include.Count == 1 && u.Include[0] == "Editor";
        var meta = Path.Combine(Root, rel + ".meta");
        var g = File.Exists(meta) ? Regex.Match(File.ReadAllText(meta), @"guid:\s*([0-9a-f]{32})") : Match.Empty;
        u.Guid = g.Success ? g.Groups[1].Value : null;
        return u;
    }

    Unit FindUnit(string reference)
    {
        if (reference == null) return null;
        return reference.StartsWith("GUID:") && !oldForm ? Units.FirstOrDefault(u => u.Guid == reference.Substring(5).ToLowerInvariant()) : Units.FirstOrDefault(u => u.Name == reference);
    }

    Unit PredefinedFor(string path)
    {
        var parts = path.Split('/');
        var editor = parts.Take(parts.Length - 1).Contains("Editor");
        var first = parts.Length > 2 && (parts[1] == "Plugins" || parts[1] == "Standard Assets" || parts[1] == "Pro Standard Assets");
        var name = "Assembly-CSharp" + (editor ? "-Editor" : "") + (first ? "-firstpass" : "");
        var u = Units.FirstOrDefault(x => x.Predefined && x.Name == name);
        if (u == null) Units.Add(u = new Unit { Name = name, Dir = "Assets", Predefined = true, EditorOnly = editor });
        return u;
    }

    bool Fits(Unit u)
    {
        if (u.Include.Count > 0 && !u.Include.Contains("Editor")) return false;
        if (u.Exclude.Contains("Editor")) return false;
        return u.Constraints.All(c => c.Split(new[] { "||" }, StringSplitOptions.None).Select(p => p.Trim()).Any(p => p.StartsWith("!") ? !Defines.Contains(p.Substring(1).Trim()) : Defines.Contains(p)));
    }

    void Link(Unit u)
    {
        if (!u.Predefined)
        {
            foreach (var r in u.References)
            {
                var t = FindUnit(r);
                if (t != null && t != u && !t.Predefined) u.Needs.Add(t);
                else if (!r.StartsWith("UnityEngine.") && !r.StartsWith("UnityEditor.")) Notes.Add("Assembly '" + u.Name + "' has a reference that is not in the project: " + r);
            }
            return;
        }
        foreach (var t in Units)
        {
            if (t == u) continue;
            if (!t.Predefined) { if (t.AutoReferenced && !t.UsesTests && (u.EditorOnly || !t.EditorOnly)) u.Needs.Add(t); continue; }
            if (t.Name == "Assembly-CSharp-firstpass" || (u.EditorOnly && !t.EditorOnly) || (u.Name == "Assembly-CSharp-Editor" && t.Name == "Assembly-CSharp-Editor-firstpass"))
                if (!(u.Name.EndsWith("-firstpass") && t.Name == "Assembly-CSharp")) u.Needs.Add(t);
        }
    }

    void MakeDefines(string editorVersion)
    {
        Defines.AddRange("UNITY_EDITOR UNITY_EDITOR_64 UNITY_EDITOR_LINUX UNITY_STANDALONE UNITY_STANDALONE_LINUX UNITY_64 UNITY_INCLUDE_TESTS UNITY_ASSERTIONS ENABLE_MONO NET_4_6 NET_UNITY_4_8 CSHARP_7_OR_LATER DEBUG TRACE UNITY_5_3_OR_NEWER UNITY_5_6_OR_NEWER".Split(' '));
        var m = Regex.Match(editorVersion ?? "", @"^(\d+)\.(\d+)\.(\d+)");
        if (m.Success)
        {
            int y = int.Parse(m.Groups[1].Value), n = int.Parse(m.Groups[2].Value);
            Defines.Add("UNITY_" + y); Defines.Add("UNITY_" + y + "_" + n); Defines.Add("UNITY_" + y + "_" + n + "_" + m.Groups[3].Value);
            for (int a = 2017; a <= y; a++) for (int b = 1; b <= (a == y ? n : 4); b++) Defines.Add("UNITY_" + a + "_" + b + "_OR_NEWER");
            if (y >= 2019) Defines.Add("CSHARP_7_3_OR_NEWER");
        }
        var ps = Path.Combine(Root, "ProjectSettings/ProjectSettings.asset");
        if (!File.Exists(ps)) return;
        var d = Regex.Match(File.ReadAllText(ps), @"scriptingDefineSymbols:\s*\n(?:\s+\w+:.*\n)*?\s+(?:1|Standalone):\s*(\S+)");
        if (d.Success) Defines.AddRange(d.Groups[1].Value.Split(';').Where(x => x != ""));
    }
}
