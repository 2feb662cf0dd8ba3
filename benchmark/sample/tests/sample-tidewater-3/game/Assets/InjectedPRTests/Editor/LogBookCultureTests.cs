using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using NUnit.Framework;
using Tidewater.Saving;
using Tidewater.Ships;
using UnityEngine;

public class LogBookCultureTests
{
    CultureInfo before;

    [SetUp]
    public void KeepCulture()
    {
        before = Thread.CurrentThread.CurrentCulture;
    }

    [TearDown]
    public void PutCultureBack()
    {
        Thread.CurrentThread.CurrentCulture = before;
    }

    static void LiveIn(string country)
    {
        Thread.CurrentThread.CurrentCulture = country == "" ? CultureInfo.InvariantCulture : new CultureInfo(country);
    }

    static Ship Gull()
    {
        return new Ship("gull", 9) { Position = new Vector2(3.5f, -1.25f), Hull = 0.75f };
    }

    static void AssertGull(Ship ship)
    {
        Assert.AreEqual("gull", ship.Name);
        Assert.AreEqual(9, ship.Initiative);
        Assert.AreEqual(3.5f, ship.Position.x, 0.0001f);
        Assert.AreEqual(-1.25f, ship.Position.y, 0.0001f);
        Assert.AreEqual(0.75f, ship.Hull, 0.0001f);
    }

    [TestCase("", "")]
    [TestCase("de-DE", "de-DE")]
    [TestCase("de-DE", "")]
    [TestCase("", "de-DE")]
    [TestCase("fr-FR", "en-US")]
    [TestCase("en-US", "pl-PL")]
    public void ABookMayTravel(string from, string to)
    {
        LiveIn(from);
        var text = LogBook.Write(new List<Ship> { Gull(), new Ship("tern", 7) });
        LiveIn(to);
        var ships = LogBook.Read(text);
        Assert.AreEqual(2, ships.Count);
        AssertGull(ships[0]);
        Assert.AreEqual(1f, ships[1].Hull);
    }

    [TestCase("", "gull;9;3.5;-1.25;0.75")]
    [TestCase("de-DE", "gull;9;3.5;-1.25;0.75")]
    [TestCase("", "gull;9;3,5;-1,25;0,75")]
    [TestCase("de-DE", "gull;9;3,5;-1,25;0,75")]
    [TestCase("en-US", "gull;9;3,5;-1,25;0,75")]
    public void OldBooksCanBeRead(string country, string text)
    {
        LiveIn(country);
        AssertGull(LogBook.Read(text).Single());
    }
}
