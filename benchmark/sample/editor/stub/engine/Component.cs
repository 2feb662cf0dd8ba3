// Components, behaviours and assets.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class Component : Object
    {
        internal GameObject owner;
        public GameObject gameObject { get { return owner; } }
        public Transform transform { get { return owner.transform; } }
        public override string name { get { return ReferenceEquals(owner, null) ? "" : owner.name; } set { owner.name = value; } }
        public string tag { get { return owner.tag; } set { owner.tag = value; } }
        public bool CompareTag(string t) { return owner.tag == t; }
        public T GetComponent<T>() { return owner.GetComponent<T>(); }
        public Component GetComponent(Type t) { return owner.GetComponent(t); }
        public bool TryGetComponent<T>(out T c) { return owner.TryGetComponent(out c); }
        public T[] GetComponents<T>() { return owner.GetComponents<T>(); }
        public T GetComponentInChildren<T>() { return owner.GetComponentInChildren<T>(); }
        public T[] GetComponentsInChildren<T>() { return owner.GetComponentsInChildren<T>(); }
        public T GetComponentInParent<T>() { return owner.GetComponentInParent<T>(); }
        public void SendMessage(string method) { owner.SendMessage(method); }
    }

    public class Behaviour : Component
    {
        bool on = true;
        public bool enabled { get { return on; } set { if (on != value) { on = value; World.EnabledChanged(this); } } }
        public bool isActiveAndEnabled { get { return on && owner != null && owner.activeInHierarchy; } }
    }

    public class MonoBehaviour : Behaviour
    {
        internal bool awake, started, enabledSeen;
        internal readonly List<Coroutine> routines = new List<Coroutine>();
        public Coroutine StartCoroutine(IEnumerator routine)
        {
            if (owner != null && !owner.activeInHierarchy)
            {
                Debug.LogError("Coroutine couldn't be started because the the game object '" + name + "' is inactive!");
                return null;
            }
            var c = new Coroutine(routine); routines.Add(c); c.Step(); if (c.Done) routines.Remove(c); return c;
        }
        public Coroutine StartCoroutine(string method) { return StartCoroutine((IEnumerator)World.Find(GetType(), method).Invoke(this, null)); }
        public void StopCoroutine(Coroutine c) { if (c == null) throw new NullReferenceException("routine is null"); routines.Remove(c); }
        public void StopCoroutine(IEnumerator e) { routines.RemoveAll(c => c.Root == e); }
        public void StopAllCoroutines() { routines.Clear(); }
        public static void print(object o) { Debug.Log(o); }
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject { return (T)CreateInstance(typeof(T)); }
        public static ScriptableObject CreateInstance(Type t)
        {
            var o = (ScriptableObject)Activator.CreateInstance(t, true);
            World.Send(o, "Awake"); World.Send(o, "OnEnable");
            return o;
        }
    }
}
