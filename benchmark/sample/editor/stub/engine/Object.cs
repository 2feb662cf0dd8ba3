// What the engine keeps: objects that can be dead while still referenced.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class Object
    {
        static int nextId = 0;
        readonly int id;
        internal bool destroyed;
        string objectName = "";
        public Object() { id = --nextId; }
        public virtual string name { get { return objectName; } set { objectName = value ?? ""; } }
        public HideFlags hideFlags { get; set; }
        public int GetInstanceID() { return id; }
        public override int GetHashCode() { return id; }
        public override bool Equals(object other) { var o = other as Object; return other == null ? Dead(this) : !ReferenceEquals(o, null) && Same(this, o); }
        public override string ToString() { return name + " (" + GetType().FullName + ")"; }
        static bool Dead(Object o) { return ReferenceEquals(o, null) || o.destroyed; }
        static bool Same(Object a, Object b) { bool da = Dead(a), db = Dead(b); return da || db ? da == db : ReferenceEquals(a, b); }
        public static bool operator ==(Object a, Object b) { return Same(a, b); }
        public static bool operator !=(Object a, Object b) { return !Same(a, b); }
        public static implicit operator bool(Object o) { return !Dead(o); }
        public static void Destroy(Object o) { Destroy(o, 0f); }
        public static void Destroy(Object o, float t) { if (!Dead(o)) World.QueueDestroy(o, t); }
        public static void DestroyImmediate(Object o) { if (!Dead(o)) World.DestroyNow(o); }
        public static void DestroyImmediate(Object o, bool allowAssets) { DestroyImmediate(o); }
        public static void DontDestroyOnLoad(Object o) { }
        public static T Instantiate<T>(T original) where T : Object { return (T)World.Clone(original, null); }
        public static T Instantiate<T>(T original, Transform parent) where T : Object { return (T)World.Clone(original, parent); }
        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation) where T : Object
        {
            var copy = (T)World.Clone(original, null);
            var t = copy is GameObject ? ((GameObject)(object)copy).transform : copy is Component ? ((Component)(object)copy).transform : null;
            if (t != null) { t.position = position; t.rotation = rotation; }
            return copy;
        }
        public static T[] FindObjectsOfType<T>() where T : Object { return World.All().OfType<T>().ToArray(); }
        public static T FindObjectOfType<T>() where T : Object { return World.All().OfType<T>().FirstOrDefault(); }
    }
}
