using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Core;
using UnityEngine.TestRunner;
using Api = NUnit.Framework.Interfaces;
using Adapted = NUnit.Framework.Internal.TestResult;

// Hands the run's events to the classes that assemblies name in [assembly: TestRunCallback].
class Callbacks
{
    class Named : Api.ITest
    {
        public string Name { get; set; }
        public string FullName { get; set; }
        public bool IsSuite { get; set; }
    }

    readonly List<ITestRunCallback> listeners;

    Callbacks(List<ITestRunCallback> listeners) { this.listeners = listeners; }

    public static Callbacks Of(IEnumerable<Assembly> assemblies)
    {
        var types = assemblies.SelectMany(a => a.GetCustomAttributes(typeof(TestRunCallbackAttribute), false)).Cast<TestRunCallbackAttribute>().Select(a => a.Callback);
        return new Callbacks(types.Select(t => (ITestRunCallback)Activator.CreateInstance(t, true)).ToList());
    }

    public void RunStarted(ITest test) { Tell(l => l.RunStarted(Wrap(test.TestName, test.IsSuite))); }
    public void TestStarted(TestName name) { Tell(l => l.TestStarted(Wrap(name, false))); }
    public void TestFinished(TestResult result) { Tell(l => l.TestFinished(Wrap(result))); }
    public void RunFinished(TestResult result) { Tell(l => l.RunFinished(Wrap(result))); }

    void Tell(Action<ITestRunCallback> word)
    {
        foreach (var listener in listeners)
            try { word(listener); } catch (Exception e) { UnityEngine.Debug.LogException(e); }
    }

    static Named Wrap(TestName name, bool suite) { return new Named { Name = name.Name, FullName = name.FullName, IsSuite = suite }; }

    static Adapted Wrap(TestResult result)
    {
        Action<Api.ResultState, string> write = (state, message) => result.SetResult(Core(state), message, null, FailureSite.Test);
        return new Adapted(Wrap(result.Test.TestName, result.Test.IsSuite), Outer(result), result.Message, write);
    }

    static ResultState Core(Api.ResultState state)
    {
        if (state == Api.ResultState.Success) return ResultState.Success;
        if (state == Api.ResultState.Skipped) return ResultState.Skipped;
        return state == Api.ResultState.Inconclusive ? ResultState.Inconclusive : ResultState.Failure;
    }

    static Api.ResultState Outer(TestResult result)
    {
        switch (result.ResultState)
        {
            case ResultState.Success: return Api.ResultState.Success;
            case ResultState.Ignored: case ResultState.Skipped: return Api.ResultState.Skipped;
            case ResultState.Inconclusive: return Api.ResultState.Inconclusive;
            default: return Api.ResultState.Failure;
        }
    }
}
