// The test framework's run callbacks: an assembly attribute names a class that hears of every test.
// As in Unity, such a class may cast a result to NUnit's own type and change it.
using System;
using NUnit.Framework.Interfaces;

namespace UnityEngine.TestRunner
{
    public interface ITestRunCallback
    {
        void RunStarted(ITest testsToRun);
        void RunFinished(ITestResult testResults);
        void TestStarted(ITest test);
        void TestFinished(ITestResult result);
    }

    [AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
    public class TestRunCallbackAttribute : Attribute
    {
        internal readonly Type Callback;
        public TestRunCallbackAttribute(Type type) { Callback = type; }
    }
}

namespace NUnit.Framework.Interfaces
{
    public class ResultState
    {
        public static readonly ResultState Success = new ResultState("Passed");
        public static readonly ResultState Failure = new ResultState("Failed");
        public static readonly ResultState Skipped = new ResultState("Skipped");
        public static readonly ResultState Inconclusive = new ResultState("Inconclusive");
        readonly string name;
        ResultState(string name) { this.name = name; }
        public override string ToString() { return name; }
    }

    public interface ITest
    {
        string Name { get; }
        string FullName { get; }
        bool IsSuite { get; }
    }

    public interface ITestResult
    {
        ITest Test { get; }
        string Name { get; }
        string FullName { get; }
        string Message { get; }
        ResultState ResultState { get; }
    }
}

namespace NUnit.Framework.Internal
{
    public class TestResult : ITestResult
    {
        readonly Action<ResultState, string> write;
        public TestResult(ITest test, ResultState state, string message, Action<ResultState, string> write)
        {
            Test = test; ResultState = state; Message = message; this.write = write;
        }
        public ITest Test { get; private set; }
        public string Name { get { return Test.Name; } }
        public string FullName { get { return Test.FullName; } }
        public string Message { get; private set; }
        public ResultState ResultState { get; private set; }
        public void SetResult(ResultState state) { SetResult(state, null); }
        public void SetResult(ResultState state, string message) { ResultState = state; Message = message; write(state, message); }
    }
}
