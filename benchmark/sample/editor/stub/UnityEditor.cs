// The few UnityEditor names that test code and editor scripts of plain logic use.
using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
[assembly: AssemblyVersion("0.0.0.0")]
[assembly: InternalsVisibleTo("unity-editor")]

namespace UnityEditor
{
    public sealed class MenuItem : Attribute
    {
        public MenuItem(string path) { }
        public MenuItem(string path, bool validate) { }
        public MenuItem(string path, bool validate, int priority) { }
    }
    [AttributeUsage(AttributeTargets.Class)] public sealed class InitializeOnLoadAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Method)] public sealed class InitializeOnLoadMethodAttribute : Attribute { }
    public sealed class CustomEditor : Attribute { public CustomEditor(Type t) { } }
    public class Editor : UnityEngine.ScriptableObject
    {
        public UnityEngine.Object target { get; set; }
        public virtual void OnInspectorGUI() { }
    }
    public class EditorWindow : UnityEngine.ScriptableObject { }

    public static class EditorApplication
    {
        public delegate void CallbackFunction();
        public static CallbackFunction delayCall;
        public static CallbackFunction update;
        public static event Action quitting;
        public static bool isPlaying { get { return UnityEngine.Application.isPlaying; } }
        public static bool isCompiling { get { return false; } }
        public static string applicationPath { get { return "/opt/unity/Editor/Unity"; } }
        /// <summary>Ends the editor at once: nothing that is not yet written gets written.</summary>
        public static void Exit(int code) { if (quitting != null) quitting(); Environment.Exit(code); }
        internal static void RunDelayed()
        {
            var calls = delayCall; delayCall = null;
            if (calls != null) calls();
        }
    }

    public static class EditorUtility
    {
        public static void SetDirty(UnityEngine.Object o) { }
        /// <summary>Nobody can answer a dialog in batch mode: it is cancelled.</summary>
        public static bool DisplayDialog(string title, string message, string ok, string cancel)
        {
            UnityEngine.Debug.Log("Cancelling DisplayDialog: " + title + " " + message + "\nThis should not be called in batch mode.");
            return false;
        }
        public static bool DisplayDialog(string title, string message, string ok) { return DisplayDialog(title, message, ok, ""); }
    }

    public static class AssetDatabase
    {
        public static void Refresh() { }
        public static void SaveAssets() { }
        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object
        {
            var file = Path.Combine(Path.GetDirectoryName(UnityEngine.Application.dataPath), path);
            if (typeof(T) != typeof(UnityEngine.TextAsset) || !File.Exists(file)) return null;
            return (T)(UnityEngine.Object)new UnityEngine.TextAsset(File.ReadAllText(file));
        }
    }
}
