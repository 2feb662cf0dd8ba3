using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Core;
using NUnit.Core.Builders;
using NUnit.Core.Extensibility;
using UnityEngine;
using UnityEngine.TestTools;

// [UnityTest]: a coroutine run frame by frame.
class UnityTestBuilder : ITestCaseBuilder
{
    public bool CanBuildFrom(MethodInfo m) { return m.IsDefined(typeof(UnityTestAttribute), true); }
    public Test BuildFrom(MethodInfo m)
    {
        var t = new UnityTestMethod(m);
        if (m.ReturnType != typeof(IEnumerator)) { t.RunState = RunState.NotRunnable; t.IgnoreReason = "Method marked with UnityTest must return IEnumerator."; }
        else if (m.GetParameters().Length > 0) { t.RunState = RunState.NotRunnable; t.IgnoreReason = "The stand-in runs no UnityTest with parameters."; }
        else NUnitFramework.ApplyCommonAttributes(m, t);
        return t;
    }
}
class UnityFixtureBuilder : ISuiteBuilder
{
    readonly NUnitTestFixtureBuilder inner = new NUnitTestFixtureBuilder();
    public bool CanBuildFrom(Type t) { return !t.IsAbstract && !inner.CanBuildFrom(t) && t.GetMethods(BindingFlags.Instance | BindingFlags.Public).Any(m => m.IsDefined(typeof(UnityTestAttribute), true)); }
    public Test BuildFrom(Type t) { return inner.BuildFrom(t); }
}
class UnityTestMethod : NUnitTestMethod
{
    public UnityTestMethod(MethodInfo m) : base(m) { }
    protected override object RunTestMethod()
    {
        Around(typeof(UnitySetUpAttribute), true);
        try { Pump((IEnumerator)Call(Method)); }
        finally { Around(typeof(UnityTearDownAttribute), false); }
        return null;
    }
    object Call(MethodInfo m)
    {
        try { return m.Invoke(Fixture, null); }
        catch (TargetInvocationException e) { throw new NUnitException("Rethrown", e.InnerException); }
    }
    void Around(Type attribute, bool baseFirst)
    {
        var chain = new List<Type>(); for (var t = Fixture.GetType(); t != null; t = t.BaseType) chain.Add(t);
        if (baseFirst) chain.Reverse();
        foreach (var t in chain)
            foreach (var m in t.GetMethods(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                if (m.IsDefined(attribute, false)) Pump((IEnumerator)Call(m));
    }
    // Frames take no real time, so the limit of a test that never ends is counted in simulated seconds.
    const float LimitSeconds = 180f;
    static void Pump(IEnumerator routine)
    {
        if (routine == null) return;
        var coroutine = new Coroutine(routine);
        var until = Time.unscaledTime + LimitSeconds;
        for (; ; )
        {
            coroutine.Step();
            if (coroutine.Done) return;
            if (Time.unscaledTime > until) throw new NUnitException("Rethrown", new TimeoutException("Timeout value of 180000 ms was exceeded. Any pending coroutines were stopped."));
            World.Tick();
        }
    }
}
