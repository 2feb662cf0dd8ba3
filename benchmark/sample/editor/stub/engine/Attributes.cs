// Attributes that scripts name; few of them do anything here.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class PropertyAttribute : Attribute { public int order { get; set; } }
    public sealed class SerializeField : Attribute { }
    public sealed class SerializeReference : Attribute { }
    public sealed class HideInInspector : Attribute { }
    public sealed class HeaderAttribute : PropertyAttribute { public HeaderAttribute(string h) { } }
    public sealed class TooltipAttribute : PropertyAttribute { public TooltipAttribute(string t) { } }
    public sealed class SpaceAttribute : PropertyAttribute { public SpaceAttribute() { } public SpaceAttribute(float h) { } }
    public sealed class RangeAttribute : PropertyAttribute { public RangeAttribute(float a, float b) { } }
    public sealed class MinAttribute : PropertyAttribute { public MinAttribute(float a) { } }
    public sealed class TextAreaAttribute : PropertyAttribute { public TextAreaAttribute() { } public TextAreaAttribute(int a, int b) { } }
    public sealed class MultilineAttribute : PropertyAttribute { public MultilineAttribute() { } public MultilineAttribute(int n) { } }
    public sealed class ContextMenu : Attribute { public ContextMenu(string n) { } }
    public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string n) { } }
    public sealed class HelpURLAttribute : Attribute { public HelpURLAttribute(string u) { } }
    public sealed class DisallowMultipleComponent : Attribute { }
    public sealed class ExecuteInEditMode : Attribute { }
    public sealed class ExecuteAlways : Attribute { }
    public sealed class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int o) { } }
    public sealed class CreateAssetMenuAttribute : Attribute { public string menuName { get; set; } public string fileName { get; set; } public int order { get; set; } }
    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
    public sealed class RequireComponent : Attribute
    {
        public Type m_Type0, m_Type1, m_Type2;
        public RequireComponent(Type a) { m_Type0 = a; }
        public RequireComponent(Type a, Type b) { m_Type0 = a; m_Type1 = b; }
        public RequireComponent(Type a, Type b, Type c) { m_Type0 = a; m_Type1 = b; m_Type2 = c; }
    }
    public sealed class RuntimeInitializeOnLoadMethodAttribute : Attribute { public RuntimeInitializeOnLoadMethodAttribute() { } public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType t) { } }
    public interface ISerializationCallbackReceiver { void OnBeforeSerialize(); void OnAfterDeserialize(); }
}
