// Text assets and Resources folders.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class TextAsset : Object { public TextAsset() { } public TextAsset(string s) { text = s; } public string text { get; } = ""; public override string ToString() { return text; } }

    public static class Resources
    {
        static readonly string[] Text = { ".txt", ".json", ".csv", ".xml", ".yaml", ".bytes" };
        public static Object Load(string path) { return Load<TextAsset>(path); }
        public static T Load<T>(string path) where T : Object
        {
            if (typeof(T).IsAssignableFrom(typeof(TextAsset)))
                foreach (var dir in Directory.GetDirectories(Application.dataPath, "Resources", SearchOption.AllDirectories))
                    foreach (var ext in Text)
                        if (File.Exists(Path.Combine(dir, path + ext))) return (T)(Object)new TextAsset(File.ReadAllText(Path.Combine(dir, path + ext))) { name = Path.GetFileName(path) };
            return null;
        }
        public static void UnloadUnusedAssets() { }
    }
}
