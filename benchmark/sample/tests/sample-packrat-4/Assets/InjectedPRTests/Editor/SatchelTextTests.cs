using System.Collections.Generic;
using NUnit.Framework;
using Packrat.Items;
using Packrat.Saving;
using UnityEngine;

namespace SampleTests.Packrat
{
    public class SatchelTextTests
    {
        readonly Dictionary<string, ItemKind> kinds = new Dictionary<string, ItemKind>();
        readonly List<GameObject> holders = new List<GameObject>();

        [TearDown]
        public void CleanUp()
        {
            foreach (var holder in holders) Object.DestroyImmediate(holder);
            holders.Clear();
            kinds.Clear();
        }

        Satchel Bag()
        {
            var holder = new GameObject("bag", typeof(Satchel));
            holders.Add(holder);
            return holder.GetComponent<Satchel>();
        }

        ItemKind Kind(string name)
        {
            ItemKind kind;
            if (!kinds.TryGetValue(name, out kind)) kinds[name] = kind = ItemKind.Make(name, 10);
            return kind;
        }

        ItemKind Known(string name)
        {
            ItemKind kind;
            return kinds.TryGetValue(name, out kind) ? kind : null;
        }

        [TestCase("acorn: roasted")]
        [TestCase("pebble; flat")]
        [TestCase("feather:1;acorn")]
        [TestCase("back\\slash")]
        [TestCase("ends with \\")]
        [TestCase("\\;:\\\\:;")]
        [TestCase(" spaced ")]
        [TestCase("plain")]
        public void AnyNameSurvives(string name)
        {
            var saved = Bag();
            saved.Add(Kind(name), 4);
            saved.Add(Kind("feather"), 1);
            saved.Add(Kind("acorn"), 12);
            var loaded = Bag();
            SatchelText.Read(SatchelText.Write(saved), loaded, Known);
            Assert.AreEqual(4, loaded.CountOf(Kind(name)));
            Assert.AreEqual(1, loaded.CountOf(Kind("feather")));
            Assert.AreEqual(12, loaded.CountOf(Kind("acorn")));
        }

        [Test]
        public void OldSavesLoadAsBefore()
        {
            Kind("acorn");
            Kind("feather");
            var loaded = Bag();
            SatchelText.Read("acorn:7;feather:1", loaded, Known);
            Assert.AreEqual(7, loaded.CountOf(Kind("acorn")));
            Assert.AreEqual(1, loaded.CountOf(Kind("feather")));
        }

        [Test]
        public void KindsThatAreGoneAreLeftOut()
        {
            Kind("acorn");
            var loaded = Bag();
            SatchelText.Read("gone:3;acorn:2", loaded, Known);
            Assert.AreEqual(1, loaded.UsedSlots);
            Assert.AreEqual(2, loaded.CountOf(Kind("acorn")));
        }

        [Test]
        public void AnEmptySatchelStaysEmpty()
        {
            var loaded = Bag();
            SatchelText.Read(SatchelText.Write(Bag()), loaded, Known);
            Assert.AreEqual(0, loaded.UsedSlots);
        }
    }
}
