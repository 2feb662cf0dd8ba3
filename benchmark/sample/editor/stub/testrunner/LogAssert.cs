// Expected and unexpected log messages: an error in the log fails the test that ends next.
using System.Collections.Generic;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace UnityEngine.TestTools
{
    public static class LogAssert
    {
        internal struct Entry { public LogType Type; public string Text; public bool Matched; }
        struct Wanted { public LogType Type; public string Text; public Regex Pattern; }
        static readonly List<Entry> seen = new List<Entry>();
        static readonly List<Wanted> wanted = new List<Wanted>();
        public static bool ignoreFailingMessages { get; set; }
        public static void Expect(LogType type, string message) { wanted.Add(new Wanted { Type = type, Text = message }); Settle(); }
        public static void Expect(LogType type, Regex message) { wanted.Add(new Wanted { Type = type, Pattern = message }); Settle(); }
        public static void NoUnexpectedReceived() { var p = Problem(false); if (p != null) throw new AssertionException(p); }
        internal static void Reset() { lock (seen) { seen.Clear(); wanted.Clear(); ignoreFailingMessages = false; } }
        internal static void Receive(LogType type, string text) { lock (seen) { seen.Add(new Entry { Type = type, Text = text }); Settle(); } }
        static void Settle()
        {
            lock (seen)
                for (int s = 0; s < seen.Count && wanted.Count > 0; s++)
                {
                    if (seen[s].Matched) continue;
                    int w = wanted.FindIndex(x => x.Type == seen[s].Type && (x.Pattern != null ? x.Pattern.IsMatch(seen[s].Text) : x.Text == seen[s].Text));
                    if (w < 0) continue;
                    wanted.RemoveAt(w); var e = seen[s]; e.Matched = true; seen[s] = e;
                }
        }
        // The reason why the logs fail the test that ends now, or null.
        internal static string Problem(bool atEnd)
        {
            lock (seen)
            {
                if (!ignoreFailingMessages)
                    foreach (var e in seen)
                        if (!e.Matched && (e.Type == LogType.Error || e.Type == LogType.Exception || e.Type == LogType.Assert))
                            return "Unhandled log message: '[" + e.Type + "] " + e.Text + "'. Use UnityEngine.TestTools.LogAssert.Expect";
                if (atEnd && wanted.Count > 0)
                    return "Expected log did not appear: [" + wanted[0].Type + "] " + (wanted[0].Text ?? "Regex: " + wanted[0].Pattern);
                return null;
            }
        }
    }
}
