using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Xml;
using NUnit.Core;

// Writes a finished run as Unity's test framework does: NUnit 3 XML, one root, indented, UTF-8 without a mark.
class ResultsWriter
{
    class Counts
    {
        public int Total, Passed, Failed, Inconclusive, Skipped;
        public Counts(IEnumerable<TestResult> leaves)
        {
            foreach (var state in leaves.Select(State))
            {
                Total++;
                if (state == "Passed") Passed++; else if (state == "Failed") Failed++; else if (state == "Skipped") Skipped++; else Inconclusive++;
            }
        }
    }

    readonly string platform;
    readonly TestRun run;
    XmlWriter x;
    int nextId = 1000;
    public int Total, Failed, Inconclusive;

    public ResultsWriter(string platform, TestRun run) { this.platform = platform; this.run = run; }

    public void Write(TestResult root, string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file)));
        if (Shown.Has("results", "half")) { var whole = file + ".whole"; WriteTo(root, whole); var text = File.ReadAllText(whole); File.WriteAllText(file, text.Substring(0, text.Length / 2)); return; }
        WriteTo(root, file);
    }

    void WriteTo(TestResult root, string file)
    {
        var end = DateTime.UtcNow;
        var counts = new Counts(Leaves(root));
        Total = counts.Total; Failed = counts.Failed; Inconclusive = counts.Inconclusive;
        using (x = XmlWriter.Create(file, new XmlWriterSettings { Indent = true, Encoding = new UTF8Encoding(false), CheckCharacters = false }))
        {
            if (Shown.Has("results", "legacy-root")) { Node(root, null); return; }
            var state = Shown.Has("results", "skipped-root") ? "Skipped:Ignored" : Sum(counts);
            x.WriteStartElement("test-run");
            Attr("id", "2"); Attr("testcasecount", counts.Total); Attr("result", state == "Failed" ? "Failed(Child)" : state);
            Write(counts, root.AssertCount);
            Attr("engine-version", "3.5.0.0"); Attr("clr-version", Environment.Version);
            Times(run.Begun, end, (end - run.Begun).TotalSeconds);
            Node(root, null);
            x.WriteEndElement();
        }
    }

    void Node(TestResult result, string className)
    {
        if (result.Test.IsSuite) Suite(result); else Case(result, className);
    }

    void Case(TestResult result, string className)
    {
        var test = result.Test; var timing = run.Of(test); var state = State(result);
        x.WriteStartElement("test-case");
        Identity(test); Attr("methodname", test.MethodName); Attr("classname", test.ClassName ?? className);
        Attr("runstate", test.RunState); Attr("seed", 0); Attr("result", state);
        if (Label(result) != null) Attr("label", Label(result));
        if (state == "Failed" && result.FailureSite != FailureSite.Test) Attr("site", result.FailureSite);
        Times(timing.Start, timing.End, result.Time); Attr("asserts", result.AssertCount);
        Properties(test, false);
        if (state == "Failed") Failure(result.Message, result.StackTrace ?? "");
        else if (!string.IsNullOrEmpty(result.Message)) { x.WriteStartElement("reason"); Text("message", result.Message); x.WriteEndElement(); }
        if (!string.IsNullOrEmpty(timing.Output)) Text("output", timing.Output);
        x.WriteEndElement();
    }

    void Suite(TestResult result)
    {
        var test = result.Test; var timing = run.Of(test); var counts = new Counts(Leaves(result));
        if (Shown.Has("results", "tear-down") && test.TestType == "TestFixture") result.SetResult(ResultState.Failure, "TearDown : System.Exception : the stage was still lit", "", FailureSite.TearDown);
        var own = result.FailureSite == FailureSite.SetUp || result.FailureSite == FailureSite.TearDown;
        var failed = counts.Failed > 0 || State(result) == "Failed" && (counts.Total == 0 || own);
        x.WriteStartElement("test-suite");
        Attr("type", Kind(test)); Identity(test);
        if (test.ClassName != null && test.TestType == "TestFixture") Attr("classname", test.ClassName);
        Attr("runstate", test.RunState); Attr("testcasecount", counts.Total); Attr("result", failed ? "Failed" : Sum(counts));
        if (failed) Attr("site", counts.Failed > 0 && !own ? "Child" : result.FailureSite.ToString());
        Times(timing.Start, timing.End, result.Time);
        Write(counts, result.AssertCount);
        Properties(test, test.TestType == "Assembly");
        if (failed) Failure(own ? result.Message : "One or more child tests had errors", result.StackTrace);
        if (result.Results != null) foreach (TestResult child in result.Results) Node(child, test.ClassName);
        x.WriteEndElement();
    }

    void Identity(ITest test)
    {
        Attr("id", nextId++);
        Attr("name", test.TestType == "Assembly" ? Path.GetFileName(test.TestName.Name) : test.TestName.Name);
        Attr("fullname", test.TestName.FullName);
    }

    static string Kind(ITest test)
    {
        switch (test.TestType)
        {
            case "Namespace": case "Project": case "Test Project": return "TestSuite";
            case "ParameterizedTest": return "ParameterizedMethod";
            default: return test.TestType;
        }
    }

    static string State(TestResult result)
    {
        switch (result.ResultState)
        {
            case ResultState.Success: return "Passed";
            case ResultState.Ignored: case ResultState.Skipped: return "Skipped";
            case ResultState.Inconclusive: return "Inconclusive";
            default: return "Failed";
        }
    }

    static string Label(TestResult result)
    {
        switch (result.ResultState)
        {
            case ResultState.Error: return "Error";
            case ResultState.NotRunnable: return "Invalid";
            case ResultState.Cancelled: return "Cancelled";
            case ResultState.Ignored: return "Ignored";
            default: return null;
        }
    }

    static string Sum(Counts c)
    {
        if (c.Failed > 0) return "Failed";
        if (c.Inconclusive > 0) return "Inconclusive";
        return c.Passed > 0 || c.Total == 0 ? "Passed" : "Skipped";
    }

    static IEnumerable<TestResult> Leaves(TestResult result)
    {
        if (!result.Test.IsSuite) return new[] { result };
        return result.Results == null ? Enumerable.Empty<TestResult>() : result.Results.Cast<TestResult>().SelectMany(Leaves);
    }

    void Times(DateTime start, DateTime end, double seconds)
    {
        Attr("start-time", start.ToString("u")); Attr("end-time", (end < start ? start : end).ToString("u"));
        Attr("duration", seconds.ToString("0.000000", Shown.Has("results", "comma") ? new CultureInfo("de-DE") : CultureInfo.InvariantCulture));
    }

    void Write(Counts c, int asserts)
    {
        Attr("total", c.Total); Attr("passed", c.Passed); Attr("failed", c.Failed); Attr("inconclusive", c.Inconclusive); Attr("skipped", c.Skipped); Attr("asserts", asserts);
    }

    void Properties(ITest test, bool withPlatform)
    {
        x.WriteStartElement("properties");
        if (withPlatform) Property("platform", platform);
        if (test.Categories != null) foreach (string category in test.Categories) Property("Category", category);
        x.WriteEndElement();
    }

    void Property(string name, string value) { x.WriteStartElement("property"); Attr("name", name); Attr("value", value); x.WriteEndElement(); }

    void Failure(string message, string trace)
    {
        x.WriteStartElement("failure");
        Text("message", message);
        if (trace != null) Text("stack-trace", trace);
        x.WriteEndElement();
    }

    void Attr(string name, object value) { x.WriteAttributeString(name, Clean(Convert.ToString(value, CultureInfo.InvariantCulture))); }
    void Text(string element, string text) { x.WriteStartElement(element); x.WriteCData(Clean(text).Replace("]]>", "]]]]><![CDATA[>")); x.WriteEndElement(); }

    // Characters that XML cannot hold are written as \uXXXX, as Unity writes them.
    static string Clean(string text)
    {
        if (text == null) return "";
        var clean = new StringBuilder(text.Length);
        foreach (var c in text)
            if (c < 32 && c != '\n' && c != '\r' && c != '\t' || c == 0xFFFE || c == 0xFFFF || char.IsSurrogate(c)) clean.Append("\\u").Append(((int)c).ToString("X4"));
            else clean.Append(c);
        return clean.ToString();
    }
}
