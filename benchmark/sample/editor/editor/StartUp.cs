using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using UnityEditor;
using UnityEngine;

// What the editor does with fresh assemblies: loads them and runs the project's own start-up code.
class StartUp
{
    const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
    readonly List<Assembly> assemblies;

    public StartUp(Project project, Compiler compiler)
    {
        AppDomain.CurrentDomain.AssemblyResolve += (sender, e) => Resolve(project, new AssemblyName(e.Name).Name + ".dll");
        assemblies = Compiler.Order(project.Units).Select(u => Assembly.LoadFrom(compiler.PathOf(u))).ToList();
    }

    public IEnumerable<Assembly> Assemblies { get { return assemblies; } }

    static Assembly Resolve(Project project, string name)
    {
        var file = new[] { Path.Combine(project.Root, "Library/ScriptAssemblies", name) }.Concat(project.Plugins.Where(p => Path.GetFileName(p) == name)).FirstOrDefault(File.Exists);
        return file == null ? null : Assembly.LoadFrom(file);
    }

    public void Editor()
    {
        foreach (var type in Types().Where(t => t.IsDefined(typeof(InitializeOnLoadAttribute), false)))
            Guarded(() => RuntimeHelpers.RunClassConstructor(type.TypeHandle));
        foreach (var method in Marked(typeof(InitializeOnLoadMethodAttribute))) Guarded(() => method.Invoke(null, null));
        Guarded(EditorApplication.RunDelayed);
    }

    public void Play()
    {
        foreach (var method in Marked(typeof(RuntimeInitializeOnLoadMethodAttribute))) Guarded(() => method.Invoke(null, null));
    }

    IEnumerable<Type> Types() { return assemblies.SelectMany(a => a.GetTypes()).Where(t => !t.ContainsGenericParameters).ToList(); }

    IEnumerable<MethodInfo> Marked(Type attribute)
    {
        return Types().SelectMany(t => t.GetMethods(Statics | BindingFlags.DeclaredOnly)).Where(m => m.IsDefined(attribute, false) && m.GetParameters().Length == 0).ToList();
    }

    static void Guarded(Action action)
    {
        try { action(); }
        catch (TypeInitializationException e) { Debug.LogException(e.InnerException ?? e); }
        catch (TargetInvocationException e) { Debug.LogException(e.InnerException ?? e); }
        catch (Exception e) { Debug.LogException(e); }
    }
}
