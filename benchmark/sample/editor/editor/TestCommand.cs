using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

// -runTests: chooses the assemblies of the platform, runs them, saves the results, answers with the exit code.
static class TestCommand
{
    public static int Run(Project project, StartUp startUp, Options options)
    {
        var platform = Platform(options.Get("testPlatform") ?? "");
        if (platform == null)
        {
            Log.Line("Test platform not found (" + options.Get("testPlatform") + ").\nTest run completed. Exiting with code 4 (PlatformNotFoundReturnCode).");
            return 4;
        }
        var results = options.Get("testResults");
        if (string.IsNullOrEmpty(results)) results = Path.Combine(project.Root, "TestResults-" + DateTime.UtcNow.Ticks + ".xml");
        var assemblies = Assemblies(project, startUp, platform, options.Get("assemblyNames"));
        Log.Line("Running tests for " + platform + " (" + string.Join(", ", assemblies.Select(Path.GetFileNameWithoutExtension)) + ")");
        UnityEngine.Application.isPlaying = platform == "PlayMode";
        var scene = platform == "PlayMode" ? TestScene.Make(project.Root) : null;
        Shown.At("tests");
        if (scene != null) startUp.Play();
        var run = new TestRun(Callbacks.Of(startUp.Assemblies));
        var result = run.Run(Path.GetFileName(project.Root), assemblies, NameFilter.Of(options.Get("testFilter"), options.Get("testCategory")));
        var writer = new ResultsWriter(platform, run);
        Shown.At("saving");
        Log.Line("Saving results to: " + results);
        Save(writer, result, results);
        Shown.At("saved");
        if (scene != null) File.Delete(scene);
        return Code(writer);
    }

    // As in the test framework: a write that fails is said and changes nothing else.
    static void Save(ResultsWriter writer, NUnit.Core.TestResult result, string file)
    {
        try
        {
            if (Shown.Has("results", "lost")) throw new IOException("Disk full. Path " + file);
            writer.Write(result, file);
        }
        catch (IOException e) { Log.Line("Saving result file failed.\n" + e); }
    }

    static int Code(ResultsWriter writer)
    {
        var code = writer.Failed > 0 || writer.Inconclusive > 0 ? 2 : 0;
        var word = writer.Total == 0 ? "No tests were executed." : code == 0 ? "Run completed." : "One or more tests failed.";
        Log.Line("Test run completed. Exiting with code " + code + (code == 0 ? " (Ok). " : " (Failed). ") + word);
        return code;
    }

    static string Platform(string asked)
    {
        switch (asked.ToLowerInvariant())
        {
            case "": case "editmode": case "editor": return "EditMode";
            case "playmode": return "PlayMode";
            default: return null;
        }
    }

    static List<string> Assemblies(Project project, StartUp startUp, string platform, string names)
    {
        var asked = (names ?? "").Split(';').Select(s => s.Trim()).Where(s => s != "").ToList();
        var units = project.Units.Where(u => u.UsesTests && u.EditorOnly == (platform == "EditMode") && (asked.Count == 0 || asked.Contains(u.Name))).Select(u => u.Name).ToList();
        return startUp.Assemblies.Where(a => units.Contains(a.GetName().Name) && a.GetReferencedAssemblies().Any(r => r.Name == "nunit.framework")).Select(a => a.Location).ToList();
    }
}

// The scene that PlayMode tests are run in: made before them and taken away after, unless the editor ends between.
static class TestScene
{
    public static string Make(string root)
    {
        var file = root + "/Assets/InitTestScene" + DateTime.UtcNow.Ticks + ".unity";
        File.WriteAllText(file, "%YAML 1.1\n");
        return file;
    }

    public static IEnumerable<string> Leftovers(string root) { return Directory.GetFiles(root + "/Assets", "InitTestScene*").Select(Path.GetFileName); }
}
