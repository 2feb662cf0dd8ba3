using System.Collections;
using Lanternfall.Core;
using Lanternfall.Play;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

public class PiercingLanternTests
{
    Lantern lantern;
    int timesOut;

    [UnitySetUp]
    public IEnumerator Light()
    {
        timesOut = 0;
        lantern = new GameObject("lantern").AddComponent<Lantern>();
        lantern.onOut.AddListener(() => timesOut++);
        yield return null;
    }

    [UnityTearDown]
    public IEnumerator PutAway()
    {
        if (lantern != null) Object.Destroy(lantern.gameObject);
        yield return null;
    }

    [UnityTest]
    public IEnumerator ASmallNeedleReachesTheHealth()
    {
        lantern.Strike(Hit.Needle(1));
        yield return null;
        Assert.AreEqual(5, lantern.Glow);
        Assert.AreEqual(19, lantern.health);
    }

    [UnityTest]
    public IEnumerator ANeedleTakesNoMoreThanItsStrengthFromABareLantern()
    {
        lantern.Strike(Hit.Blunt(5));
        lantern.Strike(Hit.Needle(4));
        yield return null;
        Assert.AreEqual(0, lantern.Glow);
        Assert.AreEqual(16, lantern.health);
    }

    [UnityTest]
    public IEnumerator ALanternGoesOutOnce()
    {
        lantern.Strike(Hit.Blunt(24));
        Assert.AreEqual(0, timesOut);
        lantern.Strike(Hit.Blunt(3));
        yield return null;
        lantern.Strike(Hit.Needle(2));
        yield return null;
        Assert.AreEqual(1, timesOut);
    }

    [UnityTest]
    public IEnumerator HealthDoesNotFallBelowZero()
    {
        lantern.Strike(Hit.Needle(90));
        yield return null;
        Assert.AreEqual(0, lantern.health);
        Assert.AreEqual(1, timesOut);
    }
}
