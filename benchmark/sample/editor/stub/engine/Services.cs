// Time, application, log, preferences, random numbers.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public static class Time
    {
        public static float deltaTime { get { return timeScale / 60f; } }
        public static float unscaledDeltaTime { get { return 1f / 60f; } }
        public static float fixedDeltaTime { get; set; } = 0.02f;
        public static float time { get; private set; }
        public static float unscaledTime { get; private set; }
        public static float realtimeSinceStartup { get { return unscaledTime; } }
        public static float timeScale { get; set; } = 1f;
        public static int frameCount { get; private set; }
        internal static void Advance() { frameCount++; time += deltaTime; unscaledTime += unscaledDeltaTime; }
    }

    public static class Application
    {
        public delegate void LogCallback(string condition, string stackTrace, LogType type);
        public static event LogCallback logMessageReceived;
        public static bool isPlaying { get; internal set; }
        public static bool isEditor { get { return true; } }
        public static bool isBatchMode { get { return true; } }
        public static string dataPath { get; internal set; } = ".";
        public static string persistentDataPath { get { return Path.Combine(Environment.GetEnvironmentVariable("HOME") ?? "/root", ".config/unity3d", companyName, productName); } }
        public static string productName { get; internal set; } = "";
        public static string companyName { get { return "DefaultCompany"; } }
        public static string version { get { return "0.1"; } }
        public static string unityVersion { get; internal set; } = "";
        public static int targetFrameRate { get; set; } = -1;
        public static RuntimePlatform platform { get { return RuntimePlatform.LinuxEditor; } }
        public static void Quit() { }
        internal static void Emit(string text, string trace, LogType type) { if (logMessageReceived != null) logMessageReceived(text, trace, type); }
    }

    public static class Debug
    {
        internal static Action<LogType, string, string> Sink = (t, s, trace) => { };
        public static bool isDebugBuild { get { return true; } }
        static void Write(LogType type, string text, string trace) { Sink(type, text, trace); Application.Emit(text, trace, type); }
        static string S(object o) { return o == null ? "Null" : Convert.ToString(o, System.Globalization.CultureInfo.InvariantCulture); }
        static string F(string f, object[] a) { return string.Format(System.Globalization.CultureInfo.InvariantCulture, f, a); }
        public static void Log(object o) { Write(LogType.Log, S(o), ""); }
        public static void Log(object o, Object context) { Log(o); }
        public static void LogFormat(string f, params object[] a) { Log(F(f, a)); }
        public static void LogWarning(object o) { Write(LogType.Warning, S(o), ""); }
        public static void LogWarning(object o, Object context) { LogWarning(o); }
        public static void LogWarningFormat(string f, params object[] a) { LogWarning(F(f, a)); }
        public static void LogError(object o) { Write(LogType.Error, S(o), ""); }
        public static void LogError(object o, Object context) { LogError(o); }
        public static void LogErrorFormat(string f, params object[] a) { LogError(F(f, a)); }
        public static void LogException(Exception e) { Write(LogType.Exception, e.GetType().Name + ": " + e.Message, e.StackTrace ?? ""); }
        public static void LogException(Exception e, Object context) { LogException(e); }
        public static void Assert(bool ok) { Assert(ok, "Assertion failed"); }
        public static void Assert(bool ok, object message) { if (!ok) Write(LogType.Assert, S(message), ""); }
    }

    public static class PlayerPrefs
    {
        static readonly Dictionary<string, object> map = new Dictionary<string, object>();
        static T Get<T>(string k, T d) { object v; return map.TryGetValue(k, out v) && v is T ? (T)v : d; }
        public static int GetInt(string k, int d = 0) { return Get(k, d); }
        public static float GetFloat(string k, float d = 0) { return Get(k, d); }
        public static string GetString(string k, string d = "") { return Get(k, d); }
        public static void SetInt(string k, int v) { map[k] = v; }
        public static void SetFloat(string k, float v) { map[k] = v; }
        public static void SetString(string k, string v) { map[k] = v; }
        public static bool HasKey(string k) { return map.ContainsKey(k); }
        public static void DeleteKey(string k) { map.Remove(k); }
        public static void DeleteAll() { map.Clear(); }
        public static void Save() { }
    }

    public static class Random
    {
        static System.Random r = new System.Random(12345);
        public static void InitState(int seed) { r = new System.Random(seed); }
        public static float value { get { return (float)r.NextDouble(); } }
        public static int Range(int min, int maxExclusive) { return maxExclusive <= min ? min : r.Next(min, maxExclusive); }
        public static float Range(float min, float max) { return min + (max - min) * value; }
    }
}
