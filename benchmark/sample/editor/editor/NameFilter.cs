using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using NUnit.Core;

// -testFilter: names or patterns on full names, "!" to leave out. -testCategory likewise.
class NameFilter : TestFilter
{
    readonly List<Regex> names, notNames, cats, notCats;
    public static TestFilter Of(string filter, string categories)
    {
        if (Shown.Has("filter", "nothing")) return new NameFilter("^$", null);
        return Shown.Has("filter", "ignored") || filter == null && categories == null ? TestFilter.Empty : new NameFilter(filter, categories);
    }
    NameFilter(string filter, string categories)
    {
        names = Make(filter, false); notNames = Make(filter, true); cats = Make(categories, false); notCats = Make(categories, true);
    }
    static List<Regex> Make(string s, bool negative)
    {
        return (s ?? "").Split(';').Select(p => p.Trim()).Where(p => p != "" && p.StartsWith("!") == negative).Select(p => new Regex(p.TrimStart('!'))).ToList();
    }
    public override bool Pass(ITest t) { return Leaf(t) ? Match(t) : MatchDescendant(t); }
    static bool Leaf(ITest t) { return !t.IsSuite; }
    public override bool Match(ITest t)
    {
        if (!Leaf(t)) return false;
        var full = new List<string>(); var c = new List<string>();
        for (var p = t; p != null; p = p.Parent)
        {
            if (Shown.Has("filter", "paths") || p.TestType != "Assembly" && p.TestType != "Project" && p.TestType != "Test Project") full.Add(p.TestName.FullName);
            if (p.Categories != null) c.AddRange(p.Categories.Cast<string>());
        }
        if (names.Count > 0 && !full.Any(f => names.Any(n => n.IsMatch(f)))) return false;
        if (full.Any(f => notNames.Any(n => n.IsMatch(f)))) return false;
        if (cats.Count > 0 && !c.Any(f => cats.Any(n => n.IsMatch(f)))) return false;
        return !c.Any(f => notCats.Any(n => n.IsMatch(f)));
    }
}
