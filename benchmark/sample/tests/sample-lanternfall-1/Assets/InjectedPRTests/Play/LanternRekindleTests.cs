using System.Collections;
using Lanternfall.Core;
using Lanternfall.Play;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

public class LanternRekindleTests
{
    Lantern lantern;

    [UnitySetUp]
    public IEnumerator Light()
    {
        lantern = new GameObject("lantern").AddComponent<Lantern>();
        yield return null;
    }

    [UnityTearDown]
    public IEnumerator PutAway()
    {
        if (lantern != null) Object.Destroy(lantern.gameObject);
        yield return null;
    }

    [UnityTest]
    public IEnumerator TheGlowGrowsBackWhenItIsQuiet()
    {
        lantern.Strike(Hit.Blunt(2));
        Assert.AreEqual(3, lantern.Glow);
        yield return new WaitForSeconds(0.4f);
        Assert.AreEqual(3, lantern.Glow);
        yield return new WaitForSeconds(0.6f);
        Assert.AreEqual(5, lantern.Glow);
    }

    [UnityTest]
    public IEnumerator EveryHitStartsTheWaitAnew()
    {
        lantern.Strike(Hit.Blunt(2));
        yield return new WaitForSeconds(0.4f);
        lantern.Strike(Hit.Blunt(1));
        yield return new WaitForSeconds(0.3f);
        Assert.AreEqual(2, lantern.Glow);
        yield return new WaitForSeconds(1f);
        Assert.AreEqual(5, lantern.Glow);
    }

    [UnityTest]
    public IEnumerator AHitOnABareLanternStartsTheWaitAnewToo()
    {
        lantern.Strike(Hit.Blunt(5));
        Assert.AreEqual(0, lantern.Glow);
        yield return new WaitForSeconds(0.4f);
        lantern.Strike(Hit.Blunt(1));
        Assert.AreEqual(19, lantern.health);
        yield return new WaitForSeconds(0.3f);
        Assert.AreEqual(0, lantern.Glow);
    }

    [UnityTest]
    public IEnumerator ALanternUnderFireDoesNotRecover()
    {
        for (var i = 0; i < 7; i++)
        {
            lantern.Strike(Hit.Blunt(1));
            yield return new WaitForSeconds(0.35f);
        }

        Assert.AreEqual(0, lantern.Glow);
        Assert.AreEqual(18, lantern.health);
    }
}
