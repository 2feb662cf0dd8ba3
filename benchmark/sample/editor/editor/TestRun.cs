using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using NUnit.Core;
using NUnit.Core.Extensibility;
using UnityEngine;
using UnityEngine.TestTools;

// Runs the test assemblies with NUnit's engine, in this process as Unity does, and notes times and output.
class TestRun : EventListener
{
    public class Timing { public DateTime Start, End; public string Output; }

    readonly Dictionary<string, Timing> times = new Dictionary<string, Timing>();
    readonly StringBuilder output = new StringBuilder();
    readonly Callbacks callbacks;
    public readonly DateTime Begun = DateTime.UtcNow;

    public TestRun(Callbacks callbacks) { this.callbacks = callbacks; }

    public Timing Of(ITest test)
    {
        Timing timing;
        return times.TryGetValue(test.TestName.UniqueName, out timing) ? timing : new Timing { Start = Begun, End = Begun };
    }

    public TestResult Run(string projectName, IList<string> assemblies, TestFilter filter)
    {
        UnityEngine.Debug.Sink = Hear;
        CoreExtensions.Host.InitializeService();
        ((IExtensionHost)CoreExtensions.Host).GetExtensionPoint("TestCaseBuilders").Install(new UnityTestBuilder());
        ((IExtensionHost)CoreExtensions.Host).GetExtensionPoint("SuiteBuilders").Install(new UnityFixtureBuilder());
        if (assemblies.Count == 0) return new TestResult(new TestSuite(projectName));
        using (var runner = new SimpleTestRunner())
        {
            if (!runner.Load(new TestPackage(projectName, assemblies.ToList()))) throw new Exception("Unable to load the test assemblies");
            callbacks.RunStarted(runner.Test);
            var result = runner.Run(this, filter, false, LoggingThreshold.Off);
            callbacks.RunFinished(result);
            return result;
        }
    }

    void Hear(LogType type, string text, string trace)
    {
        Log.Line(text);
        if (trace != "") Log.Line(trace);
        lock (output) output.AppendLine(text);
        LogAssert.Receive(type, text);
    }

    public void TestStarted(TestName name)
    {
        lock (output) output.Length = 0;
        LogAssert.Reset();
        times[name.UniqueName] = new Timing { Start = DateTime.UtcNow };
        callbacks.TestStarted(name);
    }

    public void TestFinished(TestResult result)
    {
        var problem = result.IsSuccess ? LogAssert.Problem(true) : null;
        if (problem != null) result.SetResult(ResultState.Failure, problem, null, FailureSite.Test);
        var timing = Of(result.Test);
        times[result.Test.TestName.UniqueName] = timing;
        timing.End = DateTime.UtcNow;
        lock (output) timing.Output = output.ToString();
        callbacks.TestFinished(result);
        if (Application.isPlaying) World.Clear();
    }

    public void SuiteStarted(TestName name) { times[name.UniqueName] = new Timing { Start = DateTime.UtcNow }; }
    public void SuiteFinished(TestResult result) { Of(result.Test).End = DateTime.UtcNow; }
    public void RunStarted(string name, int count) { }
    public void RunFinished(TestResult result) { }
    public void RunFinished(Exception e) { }
    public void UnhandledException(Exception e) { Log.Line(e.ToString()); }
    public void TestOutput(TestOutput text) { }
}
