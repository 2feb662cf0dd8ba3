using System.Linq;
using NUnit.Framework;
using Tidewater.Ships;
using Tidewater.Turns;

public class TurnOrderTests
{
    TurnOrder order;
    Ship gull, tern, knot, crake;

    [SetUp]
    public void Launch()
    {
        order = new TurnOrder();
        gull = new Ship("gull", 9);
        tern = new Ship("tern", 7);
        knot = new Ship("knot", 5);
        crake = new Ship("crake", 3);
        foreach (var ship in new[] { knot, gull, crake, tern }) order.Join(ship);
    }

    string Turns(int count)
    {
        return string.Join(" ", Enumerable.Range(0, count).Select(_ => order.Next().Name));
    }

    [Test]
    public void TheQuickestActsFirstAndRoundsFollow()
    {
        Assert.AreEqual("gull tern knot crake gull", Turns(5));
        Assert.AreEqual(2, order.Round);
    }

    [Test]
    public void WhoActsIsNotSkippedWhenAnEarlierShipSinks()
    {
        Assert.AreEqual("gull tern", Turns(2));
        order.Leave(gull);
        Assert.AreEqual("knot crake tern", Turns(3));
    }

    [Test]
    public void TheShipBehindFollowsOneThatSinksInItsOwnTurn()
    {
        Assert.AreEqual("gull tern", Turns(2));
        order.Leave(tern);
        Assert.AreEqual("knot crake", Turns(2));
        Assert.AreEqual(1, order.Round);
        Assert.AreEqual("gull knot crake", Turns(3));
        Assert.AreEqual(2, order.Round);
    }

    [Test]
    public void ANewRoundBeginsAfterTheLastShipSinksInItsOwnTurn()
    {
        Assert.AreEqual("gull tern knot crake", Turns(4));
        order.Leave(crake);
        Assert.AreEqual("gull", Turns(1));
        Assert.AreEqual(2, order.Round);
    }

    [Test]
    public void AShipThatIsStillToActMaySink()
    {
        Assert.AreEqual("gull", Turns(1));
        order.Leave(knot);
        Assert.AreEqual("tern crake gull", Turns(3));
        Assert.AreEqual(2, order.Round);
    }

    [Test]
    public void ANewcomerWhoseTurnHasGoneByWaits()
    {
        Assert.AreEqual("gull tern", Turns(2));
        order.Join(new Ship("swift", 8));
        Assert.AreEqual("knot crake", Turns(2));
        Assert.AreEqual("gull swift tern knot crake", Turns(5));
        Assert.AreEqual(2, order.Round);
    }

    [Test]
    public void ANewcomerWhoseTurnIsToComeActs()
    {
        Assert.AreEqual("gull tern", Turns(2));
        order.Join(new Ship("stint", 6));
        Assert.AreEqual("stint knot crake", Turns(3));
        Assert.AreEqual(1, order.Round);
    }

    [Test]
    public void AStrangerMayLeave()
    {
        Assert.AreEqual("gull tern", Turns(2));
        order.Leave(new Ship("stranger", 8));
        Assert.AreEqual("knot crake gull", Turns(3));
    }

    [Test]
    public void NobodyIsLeft()
    {
        Assert.AreEqual("gull", Turns(1));
        foreach (var ship in new[] { gull, tern, knot, crake }) order.Leave(ship);
        Assert.IsNull(order.Next());
        order.Join(tern);
        Assert.AreSame(tern, order.Next());
    }
}
