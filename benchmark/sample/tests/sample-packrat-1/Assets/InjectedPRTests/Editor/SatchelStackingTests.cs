using NUnit.Framework;
using Packrat.Items;
using UnityEngine;
using UnityEngine.TestTools;

namespace SampleTests.Packrat
{
    public class SatchelStackingTests
    {
        GameObject holder;
        Satchel satchel;
        ItemKind acorn;
        ItemKind feather;

        [SetUp]
        public void MakeBag()
        {
            holder = new GameObject("bag");
            satchel = holder.AddComponent<Satchel>();
            acorn = ItemKind.Make("acorn", 10);
            feather = ItemKind.Make("feather", 3);
        }

        [TearDown]
        public void DropBag()
        {
            Object.DestroyImmediate(holder);
        }

        [Test]
        public void TheFirstStackIsMade()
        {
            Assert.AreEqual(0, satchel.Add(acorn, 7));
            Assert.AreEqual(7, satchel.CountOf(acorn));
            Assert.AreEqual(1, satchel.UsedSlots);
        }

        [Test]
        public void WhatOverflowsAStackGoesToTheNextSlot()
        {
            satchel.Add(acorn, 7);
            Assert.AreEqual(0, satchel.Add(acorn, 8));
            Assert.AreEqual(15, satchel.CountOf(acorn));
            Assert.AreEqual(2, satchel.UsedSlots);
        }

        [TestCase(40, 0)]
        [TestCase(41, 1)]
        [TestCase(55, 15)]
        public void WhatDoesNotFitIsReturned(int amount, int left)
        {
            var first = satchel.Add(acorn, 3);
            Assert.AreEqual(left, first + satchel.Add(acorn, amount - 3));
            Assert.AreEqual(amount - left, satchel.CountOf(acorn));
        }

        [Test]
        public void EveryStartedStackIsFilledBeforeASlotIsOpened()
        {
            satchel.Add(acorn, 10);
            Assert.IsTrue(satchel.Split(0, 4));
            Assert.AreEqual(0, satchel.Add(acorn, 9));
            Assert.AreEqual(19, satchel.CountOf(acorn));
            Assert.AreEqual(2, satchel.UsedSlots);
        }

        [Test]
        public void AFullBagStillTakesWhatItsStartedStacksHold()
        {
            satchel.Add(acorn, 10);
            satchel.Split(0, 4);
            satchel.Add(feather, 6);
            Assert.AreEqual(4, satchel.UsedSlots);
            Assert.AreEqual(2, satchel.Add(acorn, 12));
            Assert.AreEqual(20, satchel.CountOf(acorn));
        }

        [Test]
        public void OtherKindsAreLeftAlone()
        {
            satchel.Add(feather, 2);
            satchel.Add(acorn, 4);
            Assert.AreEqual(0, satchel.Add(acorn, 9));
            Assert.AreEqual(2, satchel.CountOf(feather));
            Assert.AreEqual(13, satchel.CountOf(acorn));
        }

        [Test]
        public void ANegativeAmountIsReported()
        {
            LogAssert.Expect(LogType.Error, "Satchel: cannot add -1 of acorn");
            Assert.AreEqual(0, satchel.Add(acorn, -1));
            Assert.AreEqual(0, satchel.UsedSlots);
        }
    }
}
