// Numbers.
using System;
using System.Globalization;

namespace UnityEngine
{
    public static class Mathf
    {
        public const float PI = (float)Math.PI, Infinity = float.PositiveInfinity, NegativeInfinity = float.NegativeInfinity, Deg2Rad = PI / 180f, Rad2Deg = 180f / PI;
        public static readonly float Epsilon = float.Epsilon;
        public static float Abs(float a) { return Math.Abs(a); }
        public static int Abs(int a) { return Math.Abs(a); }
        public static float Min(float a, float b) { return a < b ? a : b; }
        public static int Min(int a, int b) { return a < b ? a : b; }
        public static float Max(float a, float b) { return a > b ? a : b; }
        public static int Max(int a, int b) { return a > b ? a : b; }
        public static float Max(params float[] v) { var m = v.Length == 0 ? 0 : v[0]; foreach (var x in v) m = Max(m, x); return m; }
        public static float Min(params float[] v) { var m = v.Length == 0 ? 0 : v[0]; foreach (var x in v) m = Min(m, x); return m; }
        public static float Clamp(float v, float a, float b) { return v < a ? a : v > b ? b : v; }
        public static int Clamp(int v, int a, int b) { return v < a ? a : v > b ? b : v; }
        public static float Clamp01(float v) { return Clamp(v, 0f, 1f); }
        public static float Lerp(float a, float b, float t) { return a + (b - a) * Clamp01(t); }
        public static float LerpUnclamped(float a, float b, float t) { return a + (b - a) * t; }
        public static float InverseLerp(float a, float b, float v) { return a == b ? 0f : Clamp01((v - a) / (b - a)); }
        public static float MoveTowards(float a, float b, float d) { return Abs(b - a) <= d ? b : a + Sign(b - a) * d; }
        public static float Sign(float v) { return v >= 0f ? 1f : -1f; }
        public static float Sqrt(float v) { return (float)Math.Sqrt(v); }
        public static float Pow(float a, float b) { return (float)Math.Pow(a, b); }
        public static float Exp(float a) { return (float)Math.Exp(a); }
        public static float Log(float a) { return (float)Math.Log(a); }
        public static float Log(float a, float b) { return (float)Math.Log(a, b); }
        public static float Sin(float a) { return (float)Math.Sin(a); }
        public static float Cos(float a) { return (float)Math.Cos(a); }
        public static float Tan(float a) { return (float)Math.Tan(a); }
        public static float Asin(float a) { return (float)Math.Asin(a); }
        public static float Acos(float a) { return (float)Math.Acos(a); }
        public static float Atan2(float y, float x) { return (float)Math.Atan2(y, x); }
        public static float Floor(float v) { return (float)Math.Floor(v); }
        public static float Ceil(float v) { return (float)Math.Ceiling(v); }
        public static float Round(float v) { return (float)Math.Round(v); }
        public static int FloorToInt(float v) { return (int)Math.Floor(v); }
        public static int CeilToInt(float v) { return (int)Math.Ceiling(v); }
        public static int RoundToInt(float v) { return (int)Math.Round(v); }
        public static float Repeat(float t, float n) { return Clamp(t - Floor(t / n) * n, 0f, n); }
        public static float PingPong(float t, float n) { t = Repeat(t, n * 2f); return n - Abs(t - n); }
        public static bool Approximately(float a, float b) { return Abs(b - a) < Max(1E-06f * Max(Abs(a), Abs(b)), Epsilon * 8f); }
        public static bool IsPowerOfTwo(int v) { return v > 0 && (v & (v - 1)) == 0; }
    }
}
