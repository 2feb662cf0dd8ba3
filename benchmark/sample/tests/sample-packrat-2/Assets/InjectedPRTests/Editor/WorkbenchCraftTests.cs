using NUnit.Framework;
using Packrat.Crafting;
using Packrat.Items;
using UnityEngine;

namespace SampleTests.Packrat
{
    public class WorkbenchCraftTests
    {
        GameObject holder;
        Satchel satchel;
        Workbench bench;
        ItemKind acorn, feather, cake, bar;

        [SetUp]
        public void SetTheTable()
        {
            holder = new GameObject("camp", typeof(Satchel), typeof(Workbench));
            satchel = holder.GetComponent<Satchel>();
            bench = holder.GetComponent<Workbench>();
            acorn = ItemKind.Make("acorn", 10);
            feather = ItemKind.Make("feather", 5);
            cake = ItemKind.Make("cake", 2);
            bar = ItemKind.Make("bar", 4);
        }

        [TearDown]
        public void ClearTheTable()
        {
            Object.DestroyImmediate(holder);
        }

        Recipe Cake(int acorns) => Recipe.Make(cake, 1, new Ingredient(acorn, acorns));

        [Test]
        public void CraftingTurnsIngredientsIntoTheProduct()
        {
            satchel.Add(acorn, 7);
            Assert.IsTrue(bench.Craft(Cake(4), satchel));
            Assert.AreEqual(3, satchel.CountOf(acorn));
            Assert.AreEqual(1, satchel.CountOf(cake));
        }

        [Test]
        public void AFullBagKeepsItsIngredients()
        {
            satchel.Add(acorn, 30);
            satchel.Add(feather, 5);
            Assert.IsFalse(bench.Craft(Cake(4), satchel));
            Assert.AreEqual(30, satchel.CountOf(acorn));
            Assert.AreEqual(5, satchel.CountOf(feather));
            Assert.AreEqual(0, satchel.CountOf(cake));
        }

        [Test]
        public void AProductThatFitsInPartIsNotMade()
        {
            satchel.Add(acorn, 25);
            satchel.Add(bar, 3);
            var recipe = Recipe.Make(bar, 3, new Ingredient(acorn, 2));
            Assert.IsFalse(bench.Craft(recipe, satchel));
            Assert.AreEqual(25, satchel.CountOf(acorn));
            Assert.AreEqual(3, satchel.CountOf(bar));
        }

        [Test]
        public void TheProductMayTakeTheIngredientsPlace()
        {
            satchel.Add(acorn, 40);
            Assert.IsTrue(bench.Craft(Cake(10), satchel));
            Assert.AreEqual(30, satchel.CountOf(acorn));
            Assert.AreEqual(1, satchel.CountOf(cake));
        }

        [Test]
        public void AProductOfAnIngredientsKindFits()
        {
            satchel.Add(acorn, 40);
            var shelled = Recipe.Make(acorn, 2, new Ingredient(acorn, 3));
            Assert.IsTrue(bench.Craft(shelled, satchel));
            Assert.AreEqual(39, satchel.CountOf(acorn));
        }

        [TestCase(2, false)]
        [TestCase(3, false)]
        [TestCase(4, true)]
        public void AKindListedTwiceIsNeededTwice(int acorns, bool crafted)
        {
            satchel.Add(acorn, acorns);
            var roast = Recipe.Make(cake, 1, new Ingredient(acorn, 2), new Ingredient(acorn, 2));
            Assert.AreEqual(crafted, bench.Craft(roast, satchel));
            Assert.AreEqual(crafted ? 0 : acorns, satchel.CountOf(acorn));
            Assert.AreEqual(crafted ? 1 : 0, satchel.CountOf(cake));
        }

        [Test]
        public void CraftManyStopsWhereItCannotGoOn()
        {
            satchel.Add(acorn, 30);
            satchel.Add(cake, 1);
            Assert.AreEqual(1, bench.CraftMany(Cake(2), satchel, 5));
            Assert.AreEqual(28, satchel.CountOf(acorn));
            Assert.AreEqual(2, satchel.CountOf(cake));
        }
    }
}
