// The tree of game objects; rotation and scale are kept, not applied.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class Transform : Component, IEnumerable
    {
        internal readonly List<Transform> kids = new List<Transform>();
        Transform up;
        public Vector3 localPosition { get; set; }
        public Vector3 localScale { get; set; } = Vector3.one;
        public Quaternion rotation { get; set; } = Quaternion.identity;
        public Quaternion localRotation { get { return rotation; } set { rotation = value; } }
        public Vector3 position { get { return up == null ? localPosition : up.position + localPosition; } set { localPosition = up == null ? value : value - up.position; } }
        public Transform parent { get { return up; } set { SetParent(value); } }
        public Transform root { get { return up == null ? this : up.root; } }
        public int childCount { get { return kids.Count; } }
        public Transform GetChild(int i) { return kids[i]; }
        public int GetSiblingIndex() { return up == null ? 0 : up.kids.IndexOf(this); }
        public void SetParent(Transform p) { SetParent(p, true); }
        public void SetParent(Transform p, bool worldPositionStays)
        {
            var at = position;
            if (up != null) up.kids.Remove(this);
            up = p;
            if (p != null) p.kids.Add(this);
            if (worldPositionStays) position = at;
        }
        public void DetachChildren() { foreach (var k in kids.ToArray()) k.SetParent(null); }
        public Transform Find(string path) { Transform t = this; foreach (var part in path.Split('/')) { t = t.kids.FirstOrDefault(k => k.name == part); if (t == null) return null; } return t; }
        public void Translate(Vector3 by) { localPosition += by; }
        public IEnumerator GetEnumerator() { return kids.ToArray().GetEnumerator(); }
    }
}
