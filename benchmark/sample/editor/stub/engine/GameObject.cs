// Game objects and their parts.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public sealed class GameObject : Object
    {
        internal readonly List<Component> parts = new List<Component>();
        bool self = true;
        public GameObject() : this("New Game Object") { }
        public GameObject(string name) { this.name = name; Attach(new Transform()); World.Add(this); }
        public GameObject(string name, params Type[] components) : this(name) { foreach (var c in components) AddComponent(c); }
        public Transform transform { get { return (Transform)parts[0]; } }
        public GameObject gameObject { get { return this; } }
        public string tag { get; set; } = "Untagged";
        public int layer { get; set; }
        public bool activeSelf { get { return self; } }
        public bool activeInHierarchy { get { return self && (transform.parent == null || transform.parent.gameObject.activeInHierarchy); } }
        public void SetActive(bool on) { if (self == on) return; self = on; foreach (var b in GetComponentsInChildren<Behaviour>(true)) World.EnabledChanged(b); }
        public bool CompareTag(string t) { return tag == t; }
        Component Attach(Component c) { c.owner = this; parts.Add(c); return c; }
        public T AddComponent<T>() where T : Component { return (T)AddComponent(typeof(T)); }
        public Component AddComponent(Type t)
        {
            if (t == typeof(Transform)) return transform;
            foreach (RequireComponent r in t.GetCustomAttributes(typeof(RequireComponent), true))
                foreach (var need in new[] { r.m_Type0, r.m_Type1, r.m_Type2 }) if (need != null && GetComponent(need) == null) AddComponent(need);
            var c = Attach((Component)Activator.CreateInstance(t, true));
            World.Added(c);
            return c;
        }
        public T GetComponent<T>() { return parts.OfType<T>().FirstOrDefault(); }
        public Component GetComponent(Type t) { return parts.FirstOrDefault(t.IsInstanceOfType); }
        public bool TryGetComponent<T>(out T c) { c = GetComponent<T>(); return c != null; }
        public T[] GetComponents<T>() { return parts.OfType<T>().ToArray(); }
        public T[] GetComponentsInChildren<T>(bool includeInactive = false)
        {
            var found = new List<T>();
            World.Walk(this, g => { if (includeInactive || g.activeInHierarchy) found.AddRange(g.parts.OfType<T>()); });
            return found.ToArray();
        }
        public T GetComponentInChildren<T>() { return GetComponentsInChildren<T>().FirstOrDefault(); }
        public T GetComponentInParent<T>() { for (var t = transform; t != null; t = t.parent) { var c = t.gameObject.GetComponent<T>(); if (c != null) return c; } return default(T); }
        public void SendMessage(string method) { foreach (var m in parts.OfType<MonoBehaviour>().ToArray()) World.Send(m, method); }
        public static GameObject Find(string name) { return World.All().OfType<GameObject>().FirstOrDefault(g => g.activeInHierarchy && g.name == name); }
        public static GameObject FindWithTag(string tag) { return World.All().OfType<GameObject>().FirstOrDefault(g => g.tag == tag); }
    }
}
