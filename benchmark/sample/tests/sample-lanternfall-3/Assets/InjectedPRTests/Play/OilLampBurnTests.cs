using System.Collections;
using Lanternfall.Play;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

public class OilLampBurnTests
{
    OilLamp lamp;
    int timesEmpty;

    [UnitySetUp]
    public IEnumerator Light()
    {
        timesEmpty = 0;
        lamp = new GameObject("lamp").AddComponent<OilLamp>();
        lamp.onEmpty.AddListener(() => timesEmpty++);
        yield return null;
    }

    [UnityTearDown]
    public IEnumerator PutAway()
    {
        if (lamp != null) Object.Destroy(lamp.gameObject);
        yield return null;
    }

    [UnityTest]
    public IEnumerator ALampBurnsItsOil()
    {
        yield return new WaitForSeconds(4f);
        Assert.AreEqual(6f, lamp.oil, 0.5f);
    }

    [UnityTest]
    public IEnumerator RefillingDoesNotMakeItBurnFaster()
    {
        for (var i = 0; i < 3; i++)
        {
            lamp.Refill(1f);
            yield return null;
        }

        lamp.oil = 10f;
        yield return new WaitForSeconds(4f);
        Assert.AreEqual(6f, lamp.oil, 0.5f);
    }

    [UnityTest]
    public IEnumerator ARefillNeverGoesOverTheCapacity()
    {
        yield return new WaitForSeconds(2f);
        lamp.Refill(50f);
        Assert.AreEqual(10f, lamp.oil, 0.01f);
    }

    [UnityTest]
    public IEnumerator AnEmptyLampBurnsAgainWhenItIsRefilled()
    {
        lamp.oil = 0.5f;
        yield return new WaitForSeconds(1.5f);
        Assert.AreEqual(0f, lamp.oil);
        Assert.AreEqual(1, timesEmpty);
        lamp.Refill(5f);
        yield return new WaitForSeconds(2f);
        Assert.AreEqual(3f, lamp.oil, 0.5f);
        yield return new WaitForSeconds(4f);
        Assert.AreEqual(2, timesEmpty);
    }
}
