using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

// The package manifest, without a registry: Unity's own packages count as there, folders are taken, all else cannot be found.
class Packages
{
    public readonly List<string> Folders = new List<string>();
    public readonly bool TestFramework;
    readonly string root;
    readonly List<string> problems = new List<string>();

    public Packages(string root, bool frameworkBuiltIn)
    {
        this.root = root;
        var embedded = Embedded();
        var wanted = Manifest();
        Folders.AddRange(embedded.Values);
        foreach (var entry in wanted) if (!embedded.ContainsKey(entry.Key)) Resolve(entry.Key, entry.Value as string ?? "");
        TestFramework = frameworkBuiltIn || wanted.ContainsKey("com.unity.test-framework") || embedded.ContainsKey("com.unity.test-framework");
        if (problems.Count > 0) Refuse();
    }

    // Folders of Packages/ that hold a package.json; they stand above what the manifest says.
    Dictionary<string, string> Embedded()
    {
        var found = new Dictionary<string, string>();
        var folder = Path.Combine(root, "Packages");
        if (!Directory.Exists(folder)) return found;
        foreach (var dir in Directory.GetDirectories(folder).Where(d => File.Exists(d + "/package.json")).OrderBy(d => d, StringComparer.Ordinal))
            found[NameOf(dir)] = "Packages/" + Path.GetFileName(dir);
        return found;
    }

    string NameOf(string dir)
    {
        try { return Json.Str(Json.Parse(File.ReadAllText(dir + "/package.json")), "name") ?? Path.GetFileName(dir); }
        catch (FormatException e) { problems.Add(Path.GetFileName(dir) + ": package.json cannot be read. " + e.Message); return Path.GetFileName(dir); }
    }

    Dictionary<string, object> Manifest()
    {
        var file = Path.Combine(root, "Packages/manifest.json");
        if (!File.Exists(file)) return new Dictionary<string, object>();
        try { return Json.Get(Json.Parse(File.ReadAllText(file)), "dependencies") as Dictionary<string, object> ?? new Dictionary<string, object>(); }
        catch (FormatException e) { problems.Add("Packages/manifest.json cannot be read. " + e.Message); return new Dictionary<string, object>(); }
    }

    void Resolve(string name, string version)
    {
        if (version.StartsWith("file:"))
        {
            var dir = Path.GetFullPath(Path.Combine(root, "Packages", version.Substring("file:".Length)));
            if (File.Exists(dir + "/package.json")) Folders.Add(dir);
            else problems.Add(name + ": The file [" + dir + "/package.json] cannot be found");
        }
        else if (!name.StartsWith("com.unity.")) problems.Add(name + ": Package [" + name + "@" + version + "] cannot be found");
    }

    void Refuse()
    {
        Log.Line("An error occurred while resolving packages:\n  Project has invalid dependencies:");
        foreach (var problem in problems) Log.Line("    " + problem);
        Log.Line("\nA re-import of the project may be required to fix the issue or a manual modification of " + root + "/Packages/manifest.json file.");
        throw new Exit(1, "Failed to resolve packages: the project has invalid dependencies.");
    }
}
