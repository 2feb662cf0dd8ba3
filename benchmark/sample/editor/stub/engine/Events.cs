// UnityEvent and the attribute that renames serialized fields.
using System;

namespace UnityEngine.Serialization { [AttributeUsage(AttributeTargets.Field, AllowMultiple = true)] public sealed class FormerlySerializedAsAttribute : Attribute { public FormerlySerializedAsAttribute(string n) { } } }
namespace UnityEngine.Events
{
    public delegate void UnityAction();
    public delegate void UnityAction<A>(A a);
    public delegate void UnityAction<A, B>(A a, B b);
    public abstract class UnityEventBase { internal Delegate all; public void RemoveAllListeners() { all = null; } public int GetPersistentEventCount() { return 0; } }
    [Serializable] public class UnityEvent : UnityEventBase
    {
        public void AddListener(UnityAction f) { all = Delegate.Combine(all, f); }
        public void RemoveListener(UnityAction f) { all = Delegate.Remove(all, f); }
        public void Invoke() { var f = (UnityAction)all; if (f != null) f(); }
    }
    [Serializable] public class UnityEvent<A> : UnityEventBase
    {
        public void AddListener(UnityAction<A> f) { all = Delegate.Combine(all, f); }
        public void RemoveListener(UnityAction<A> f) { all = Delegate.Remove(all, f); }
        public void Invoke(A a) { var f = (UnityAction<A>)all; if (f != null) f(a); }
    }
    [Serializable] public class UnityEvent<A, B> : UnityEventBase
    {
        public void AddListener(UnityAction<A, B> f) { all = Delegate.Combine(all, f); }
        public void RemoveListener(UnityAction<A, B> f) { all = Delegate.Remove(all, f); }
        public void Invoke(A a, B b) { var f = (UnityAction<A, B>)all; if (f != null) f(a, b); }
    }
}
