// The "engine": frames, messages, object lists. A frame is 1/60 s of simulated time and takes no real time.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    internal static class World
    {
        static readonly List<GameObject> objects = new List<GameObject>();
        static readonly List<KeyValuePair<Object, float>> dying = new List<KeyValuePair<Object, float>>();
        static readonly Dictionary<KeyValuePair<Type, string>, MethodInfo> methods = new Dictionary<KeyValuePair<Type, string>, MethodInfo>();

        internal static void Add(GameObject g) { objects.Add(g); }
        internal static IEnumerable<Object> All() { return objects.ToArray().SelectMany(g => g.parts.Cast<Object>().Concat(new Object[] { g })); }
        internal static MethodInfo Find(Type t, string name)
        {
            var key = new KeyValuePair<Type, string>(t, name); MethodInfo m;
            if (methods.TryGetValue(key, out m)) return m;
            for (var at = t; at != null && m == null; at = at.BaseType)
                m = at.GetMethod(name, BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly, null, Type.EmptyTypes, null);
            return methods[key] = m;
        }
        internal static void Send(Object o, string name)
        {
            var m = Find(o.GetType(), name);
            if (m == null) return;
            try
            {
                var r = m.Invoke(o, null);
                if (r is IEnumerator && o is MonoBehaviour) ((MonoBehaviour)o).StartCoroutine((IEnumerator)r);
            }
            catch (TargetInvocationException e) { Debug.LogException(e.InnerException); }
        }
        static bool Runs(MonoBehaviour m) { return Application.isPlaying || m.GetType().IsDefined(typeof(ExecuteInEditMode), true) || m.GetType().IsDefined(typeof(ExecuteAlways), true); }
        internal static void Added(Component c) { if (c is Behaviour) EnabledChanged((Behaviour)c); }
        internal static void EnabledChanged(Behaviour b)
        {
            var m = b as MonoBehaviour;
            if (m == null || ReferenceEquals(m.owner, null) || !Runs(m)) return;
            if (m.owner.activeInHierarchy && !m.awake) { m.awake = true; Send(m, "Awake"); }
            if (!m.owner.activeInHierarchy) m.routines.Clear();
            var on = m.isActiveAndEnabled;
            if (on != m.enabledSeen) { m.enabledSeen = on; Send(m, on ? "OnEnable" : "OnDisable"); }
        }
        internal static void Walk(GameObject g, Action<GameObject> visit) { visit(g); foreach (var k in g.transform.kids.ToArray()) Walk(k.gameObject, visit); }
        internal static void QueueDestroy(Object o, float t) { dying.Add(new KeyValuePair<Object, float>(o, Time.time + t)); }
        internal static void DestroyNow(Object o)
        {
            if (o.destroyed) return;
            var g = o as GameObject;
            if (!ReferenceEquals(g, null))
            {
                foreach (var k in g.transform.kids.ToArray()) DestroyNow(k.gameObject);
                foreach (var c in g.parts.Skip(1).ToArray()) DestroyNow(c);
                if (g.transform.parent != null) g.transform.parent.kids.Remove(g.transform);
                g.transform.destroyed = true; objects.Remove(g);
            }
            var m = o as MonoBehaviour;
            if (!ReferenceEquals(m, null) && m.awake) { if (m.enabledSeen) { m.enabledSeen = false; Send(m, "OnDisable"); } Send(m, "OnDestroy"); }
            var comp = o as Component;
            if (!ReferenceEquals(comp, null) && !ReferenceEquals(comp.owner, null)) comp.owner.parts.Remove(comp);
            if (o is ScriptableObject) { Send(o, "OnDisable"); Send(o, "OnDestroy"); }
            o.destroyed = true;
        }
        internal static Object Clone(Object original, Transform parent)
        {
            if (original is Component) return ((GameObject)Clone(((Component)original).gameObject, parent)).parts[((Component)original).gameObject.parts.IndexOf((Component)original)];
            if (original is GameObject)
            {
                var from = (GameObject)original; var to = new GameObject(from.name + "(Clone)") { tag = from.tag, layer = from.layer };
                to.transform.localPosition = from.transform.localPosition; to.transform.localScale = from.transform.localScale; to.transform.rotation = from.transform.rotation;
                to.transform.SetParent(parent, false);
                foreach (var c in from.parts.Skip(1)) { var n = (Component)Activator.CreateInstance(c.GetType(), true); CopyFields(c, n); n.owner = to; to.parts.Add(n); }
                foreach (var k in from.transform.kids) { var n = (GameObject)Clone(k.gameObject, to.transform); n.name = k.name; }
                foreach (var c in to.parts.ToArray()) Added(c);
                return to;
            }
            var s = (Object)Activator.CreateInstance(original.GetType(), true); CopyFields(original, s); s.name = original.name + "(Clone)"; return s;
        }
        static void CopyFields(object a, object b)
        {
            for (var t = a.GetType(); t != null && t.Assembly != typeof(World).Assembly; t = t.BaseType)
                foreach (var f in t.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                    if (f.IsPublic || f.IsDefined(typeof(SerializeField), false))
                    {
                        var v = f.GetValue(a);
                        if (v is Array) v = ((Array)v).Clone();
                        else if (v is IList && v.GetType().IsGenericType) v = Activator.CreateInstance(v.GetType(), v);
                        f.SetValue(b, v);
                    }
        }
        internal static void Tick()
        {
            Time.Advance();
            var all = All().OfType<MonoBehaviour>().Where(m => m.isActiveAndEnabled && Runs(m)).ToArray();
            foreach (var m in all) if (!m.destroyed && !m.started) { m.started = true; Send(m, "Start"); }
            foreach (var m in all) if (!m.destroyed) Send(m, "FixedUpdate");
            foreach (var m in all) if (!m.destroyed) Send(m, "Update");
            StepRoutines();
            foreach (var m in all) if (!m.destroyed) Send(m, "LateUpdate");
            foreach (var d in dying.Where(d => d.Value <= Time.time).ToArray()) { dying.Remove(d); DestroyNow(d.Key); }
        }
        // Coroutines go on while their behaviour is disabled, and end when its object is switched off or destroyed.
        static void StepRoutines()
        {
            foreach (var m in All().OfType<MonoBehaviour>().Where(m => m.routines.Count > 0 && m.owner.activeInHierarchy && Runs(m)).ToArray())
                foreach (var c in m.routines.ToArray())
                {
                    if (m.destroyed || !m.routines.Contains(c)) continue;
                    try { c.Step(); } catch (Exception e) { m.routines.Remove(c); Debug.LogException(e); }
                    if (c.Done) m.routines.Remove(c);
                }
        }
        internal static void Clear() { foreach (var g in objects.ToArray()) DestroyNow(g); dying.Clear(); }
    }
}
