using NUnit.Framework;
using Packrat.Items;
using Packrat.Trading;
using UnityEngine;

namespace SampleTests.Packrat
{
    public class MarketRoundingTests
    {
        readonly Market market = new Market();

        static ItemKind Worth(int price) => ItemKind.Make("thing", 10, price);

        [TestCase(3, 1, 4)]
        [TestCase(3, 10, 33)]
        [TestCase(1, 7, 8)]
        [TestCase(10, 3, 33)]
        [TestCase(3, 0, 0)]
        public void BuyingIsRoundedUpOnce(int price, int amount, int shells)
        {
            Assert.AreEqual(shells, market.Cost(Worth(price), amount));
        }

        [TestCase(3, 1, 2)]
        [TestCase(3, 10, 22)]
        [TestCase(1, 1, 0)]
        [TestCase(1, 4, 3)]
        public void SellingIsRoundedDownOnce(int price, int amount, int shells)
        {
            Assert.AreEqual(shells, market.Yield(Worth(price), amount));
        }

        [TestCase(3, 1, 50, 2)]
        [TestCase(3, 10, 50, 17)]
        [TestCase(3, 10, 0, 33)]
        [TestCase(7, 3, 10, 21)]
        [TestCase(3, 10, 100, 0)]
        public void ADiscountIsRoundedUpOnce(int price, int amount, int discount, int shells)
        {
            Assert.AreEqual(shells, market.Cost(Worth(price), amount, discount));
        }

        [Test]
        public void ASmallPurseBuysWhatItPaysFor()
        {
            var holder = new GameObject("bag", typeof(Satchel));
            var purse = new Purse(33);
            Assert.AreEqual(10, market.Buy(Worth(3), 12, holder.GetComponent<Satchel>(), purse));
            Assert.AreEqual(0, purse.Shells);
            Object.DestroyImmediate(holder);
        }
    }
}
