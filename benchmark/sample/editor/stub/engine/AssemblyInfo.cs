// A small stand-in for UnityEngine.dll: enough for plain game logic and its tests. Own code; no engine behind it.
using System.Reflection;
using System.Runtime.CompilerServices;
[assembly: AssemblyVersion("0.0.0.0")]
[assembly: InternalsVisibleTo("UnityEngine.TestRunner")]
[assembly: InternalsVisibleTo("UnityEditor")]
[assembly: InternalsVisibleTo("unity-editor")]
