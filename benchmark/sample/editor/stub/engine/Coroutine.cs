// Yield instructions and the coroutine that runs up to the next frame.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class YieldInstruction { }
    public sealed class WaitForEndOfFrame : YieldInstruction { }
    public sealed class WaitForFixedUpdate : YieldInstruction { }
    public sealed class WaitForSeconds : YieldInstruction { internal readonly float Seconds; public WaitForSeconds(float s) { Seconds = s; } }
    public abstract class CustomYieldInstruction : IEnumerator
    {
        public abstract bool keepWaiting { get; }
        public object Current { get { return null; } }
        public bool MoveNext() { return keepWaiting; }
        public virtual void Reset() { }
    }
    public sealed class WaitUntil : CustomYieldInstruction { readonly Func<bool> f; public WaitUntil(Func<bool> f) { this.f = f; } public override bool keepWaiting { get { return !f(); } } }
    public sealed class WaitWhile : CustomYieldInstruction { readonly Func<bool> f; public WaitWhile(Func<bool> f) { this.f = f; } public override bool keepWaiting { get { return f(); } } }
    public sealed class WaitForSecondsRealtime : CustomYieldInstruction { readonly float until; public WaitForSecondsRealtime(float s) { until = Time.unscaledTime + s; } public override bool keepWaiting { get { return Time.unscaledTime < until; } } }

    public sealed class Coroutine : YieldInstruction
    {
        readonly Stack<IEnumerator> stack = new Stack<IEnumerator>();
        internal readonly IEnumerator Root;
        float wakeAt; Coroutine waitsFor;
        internal Coroutine(IEnumerator e) { Root = e; stack.Push(e); }
        internal bool Done { get { return stack.Count == 0; } }
        // Runs up to the next yield that has to wait for a frame.
        internal void Step()
        {
            if (Time.time < wakeAt || (waitsFor != null && !waitsFor.Done)) return;
            waitsFor = null;
            while (stack.Count > 0)
            {
                var top = stack.Peek();
                if (!top.MoveNext()) { stack.Pop(); continue; }
                var y = top.Current;
                if (y is CustomYieldInstruction && top == y) return;
                if (y is WaitForSeconds) { wakeAt = Time.time + ((WaitForSeconds)y).Seconds; return; }
                if (y is Coroutine) { waitsFor = (Coroutine)y; if (!waitsFor.Done) return; waitsFor = null; continue; }
                if (y is IEnumerator) { stack.Push((IEnumerator)y); continue; }
                return;
            }
        }
    }
}
