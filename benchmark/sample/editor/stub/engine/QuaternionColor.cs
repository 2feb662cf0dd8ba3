// Rotations (kept, not applied) and colours.
using System;
using System.Globalization;

namespace UnityEngine
{
    [Serializable] public struct Quaternion : IEquatable<Quaternion>
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }
        public bool Equals(Quaternion o) { return x == o.x && y == o.y && z == o.z && w == o.w; }
        public override bool Equals(object o) { return o is Quaternion && Equals((Quaternion)o); }
        public override int GetHashCode() { return x.GetHashCode() ^ y.GetHashCode() ^ z.GetHashCode() ^ w.GetHashCode(); }
    }

    [Serializable] public struct Color : IEquatable<Color>
    {
        public float r, g, b, a;
        public Color(float r, float g, float b, float a = 1f) { this.r = r; this.g = g; this.b = b; this.a = a; }
        public static Color white { get { return new Color(1, 1, 1); } }
        public static Color black { get { return new Color(0, 0, 0); } }
        public static Color red { get { return new Color(1, 0, 0); } }
        public static Color green { get { return new Color(0, 1, 0); } }
        public static Color blue { get { return new Color(0, 0, 1); } }
        public bool Equals(Color o) { return r == o.r && g == o.g && b == o.b && a == o.a; }
        public override bool Equals(object o) { return o is Color && Equals((Color)o); }
        public override int GetHashCode() { return r.GetHashCode() ^ g.GetHashCode() ^ b.GetHashCode() ^ a.GetHashCode(); }
    }
}
