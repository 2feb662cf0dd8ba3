using System.Collections;
using Lanternfall.Play;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

public class OilLampPauseTests
{
    OilLamp lamp;

    [UnitySetUp]
    public IEnumerator Light()
    {
        lamp = new GameObject("lamp").AddComponent<OilLamp>();
        yield return null;
    }

    [UnityTearDown]
    public IEnumerator PutAway()
    {
        if (lamp != null) Object.Destroy(lamp.gameObject);
        yield return null;
    }

    [UnityTest]
    public IEnumerator PausingDoesNotMakeItBurnFaster()
    {
        for (var i = 0; i < 3; i++)
        {
            lamp.enabled = false;
            yield return null;
            lamp.enabled = true;
            yield return null;
        }

        lamp.oil = 10f;
        yield return new WaitForSeconds(4f);
        Assert.AreEqual(6f, lamp.oil, 0.5f);
    }

    [UnityTest]
    public IEnumerator APausedLampBurnsNothing()
    {
        lamp.enabled = false;
        lamp.oil = 8f;
        yield return new WaitForSeconds(3f);
        Assert.AreEqual(8f, lamp.oil);
    }

    [UnityTest]
    public IEnumerator ALampThatWasPutAwayBurnsAgain()
    {
        lamp.gameObject.SetActive(false);
        yield return new WaitForSeconds(1f);
        lamp.gameObject.SetActive(true);
        lamp.oil = 10f;
        yield return new WaitForSeconds(4f);
        Assert.AreEqual(6f, lamp.oil, 0.5f);
    }

    [UnityTest]
    public IEnumerator RefillingAPausedLampDoesNotLightIt()
    {
        lamp.enabled = false;
        lamp.oil = 2f;
        lamp.Refill(4f);
        yield return new WaitForSeconds(2f);
        Assert.AreEqual(6f, lamp.oil);
        lamp.enabled = true;
        yield return new WaitForSeconds(2f);
        Assert.AreEqual(4f, lamp.oil, 0.5f);
    }
}
