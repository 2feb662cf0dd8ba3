using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;

// Endings of real editors that the sample projects never come to by themselves, shown on request. The variable Request
// names them, one a line, each after the phase it is for: import, run, EditMode or PlayMode. behaviours.txt says of
// each what is done at which stage. Nothing of a repository sets that variable or gets to that file.
static class Shown
{
    const string Request = "STANDIN_SHOWS", Book = "/opt/unity/behaviours.txt";
    class Step { public string Stage, Action, Text; }
    static readonly List<Step> steps = new List<Step>();

    public static void Begin(Options options)
    {
        var request = Environment.GetEnvironmentVariable(Request) ?? "";
        Environment.SetEnvironmentVariable(Request, null);
        var phases = options.Has("runTests") ? new[] { "run", options.Get("testPlatform") } : new[] { "import" };
        foreach (var words in request.Split('\n').Select(l => l.Trim().Split(' ')).Where(w => w.Length == 2 && phases.Contains(w[0])))
        {
            Log.Line("[stand-in] shows on request: " + words[1]);
            steps.AddRange(StepsOf(words[1]));
        }
    }

    static IEnumerable<Step> StepsOf(string name)
    {
        var lines = File.ReadAllLines(Book).SkipWhile(l => l != "[" + name + "]").Skip(1).TakeWhile(l => !l.StartsWith("[")).Where(l => l != "" && !l.StartsWith("#")).ToList();
        if (lines.Count == 0) throw new Exit(1, "The stand-in knows no behaviour " + name + ".");
        return lines.Select(l => l.Split(new[] { ' ' }, 3)).Select(w => new Step { Stage = w[0], Action = w[1], Text = w.Length > 2 ? w[2] : "" });
    }

    // Whether a part of the editor is to work in another way than usual.
    public static bool Has(string part, string way) { return steps.Any(s => s.Stage == part && s.Action == way); }

    public static void At(string stage) { foreach (var step in steps.Where(s => s.Stage == stage)) Do(step); }

    static void Do(Step step)
    {
        switch (step.Action)
        {
            case "say": Log.Line(step.Text); return;
            case "say-licence": Log.Line(File.ReadAllText(Licence.Usual)); return;
            case "write-large": File.WriteAllBytes(step.Text, Large()); return;
            case "exit": Environment.Exit(int.Parse(step.Text)); return;
            case "kill": Process.Start("kill", "-KILL " + Process.GetCurrentProcess().Id).WaitForExit(); Thread.Sleep(Timeout.Infinite); return;
            case "hang": Thread.Sleep(Timeout.Infinite); return;
            case "chatter": for (; ; Thread.Sleep(200)) Log.Line(step.Text);
            case "take-memory": Memory(); return;
            case "fill-disk": Disk(); return;
            default: throw new Exit(1, "The stand-in cannot " + step.Action + ".");
        }
    }

    static byte[] Large()
    {
        var bytes = new byte[2 << 20];
        new Random(1).NextBytes(bytes);
        return bytes;
    }

    static void Memory()
    {
        var kept = new List<byte[]>();
        for (; ; Thread.Sleep(1)) kept.Add(Enumerable.Repeat((byte)1, 4 << 20).ToArray());
    }

    static void Disk()
    {
        var block = new byte[1 << 20];
        using (var file = new FileStream("/tmp/full", FileMode.Create))
            for (; ; Thread.Sleep(1)) file.Write(block, 0, block.Length);
    }
}
