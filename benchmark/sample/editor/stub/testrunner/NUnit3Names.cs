// NUnit 3 names that NUnit 2.6 lacks and that can be added from outside.
using System;

namespace NUnit.Framework
{
    public class OneTimeSetUpAttribute : TestFixtureSetUpAttribute { }
    public class OneTimeTearDownAttribute : TestFixtureTearDownAttribute { }
    [AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)] public class OrderAttribute : PropertyAttribute { public OrderAttribute(int n) : base(n) { } }
    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)] public class NonParallelizableAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)] public class AuthorAttribute : PropertyAttribute { public AuthorAttribute(string n) : base(n) { } }
    public static class Does
    {
        public static Constraints.ConstraintExpression Not { get { return Is.Not; } }
        public static Constraints.Constraint Contain(string s) { return new Constraints.SubstringConstraint(s); }
        public static Constraints.Constraint Contain(object o) { return new Constraints.CollectionContainsConstraint(o); }
        public static Constraints.Constraint StartWith(string s) { return new Constraints.StartsWithConstraint(s); }
        public static Constraints.Constraint EndWith(string s) { return new Constraints.EndsWithConstraint(s); }
        public static Constraints.Constraint Match(string s) { return new Constraints.RegexConstraint(s); }
    }
}
