using Lanternfall.Core;
using NUnit.Framework;

public class PiercingRulesTests
{
    [TestCase(1, 5, 0, 1)]
    [TestCase(2, 5, 1, 1)]
    [TestCase(3, 5, 1, 2)]
    [TestCase(5, 5, 2, 3)]
    [TestCase(8, 2, 2, 6)]
    [TestCase(4, 0, 0, 4)]
    [TestCase(0, 5, 0, 0)]
    public void ANeedleIsSplit(int amount, int glowLeft, int glow, int health)
    {
        var split = DamageRules.Split(Hit.Needle(amount), glowLeft);
        Assert.AreEqual(glow, split.glow);
        Assert.AreEqual(health, split.health);
    }

    [TestCase(4, 5, 4, 0)]
    [TestCase(7, 5, 5, 2)]
    public void ABluntHitIsSplit(int amount, int glowLeft, int glow, int health)
    {
        var split = DamageRules.Split(Hit.Blunt(amount), glowLeft);
        Assert.AreEqual(glow, split.glow);
        Assert.AreEqual(health, split.health);
    }
}
