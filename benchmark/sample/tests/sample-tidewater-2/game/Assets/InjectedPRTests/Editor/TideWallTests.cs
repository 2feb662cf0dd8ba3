using NUnit.Framework;
using Tidewater.Map;
using UnityEngine;

public class TideWallTests
{
    static Tide TideOver(TileMap map, int level)
    {
        var tide = new Tide(map);
        tide.Set(level);
        return tide;
    }

    static Vector2Int At(int x, int y) => new Vector2Int(x, y);

    [Test]
    public void AWallWithCornersOnlyHolds()
    {
        var map = TileMap.Parse(
            "00000",
            "00500",
            "05150",
            "00500",
            "00000");
        var tide = TideOver(map, 3);
        Assert.IsFalse(tide.IsWet(At(2, 2)));
        Assert.AreEqual(20, tide.WetTiles);
    }

    [Test]
    public void AGapInTheWallLetsTheWaterIn()
    {
        var map = TileMap.Parse(
            "000000",
            "055550",
            "051110",
            "055550",
            "000000");
        var tide = TideOver(map, 3);
        Assert.IsTrue(tide.IsWet(At(4, 2)));
        Assert.IsTrue(tide.IsWet(At(2, 2)));
    }

    [Test]
    public void ASlantingDikeHolds()
    {
        var map = TileMap.Parse(
            "55555",
            "51115",
            "51150",
            "51500",
            "55000");
        var tide = TideOver(map, 3);
        Assert.IsFalse(tide.IsWet(At(1, 2)));
        Assert.IsFalse(tide.IsWet(At(3, 3)));
        Assert.IsTrue(tide.IsWet(At(3, 1)));
    }

    [Test]
    public void AHighTideGoesOverTheWallAndRunsOff()
    {
        var map = TileMap.Parse(
            "0000",
            "0550",
            "0510",
            "0000");
        var tide = TideOver(map, 6);
        Assert.AreEqual(16, tide.WetTiles);
        tide.Set(0);
        Assert.AreEqual(0, tide.WetTiles);
    }

    [Test]
    public void ShipsStillSailOverCorners()
    {
        var map = TileMap.Parse(
            "000",
            "000",
            "000");
        var way = Course.Find(map, TideOver(map, 1), At(0, 0), At(2, 2));
        Assert.AreEqual(3, way.Count);
        Assert.AreEqual(At(1, 1), way[1]);
    }

    [Test]
    public void ShipsStillSlipThroughASlantingPassage()
    {
        var map = TileMap.Parse(
            "055",
            "505",
            "550");
        var tide = new Tide(map);
        tide.Set(1);
        Assert.IsTrue(tide.IsWet(At(0, 2)));
        Assert.IsTrue(tide.IsWet(At(2, 0)));
        Assert.IsFalse(tide.IsWet(At(1, 1)));
        tide.Set(6);
        Assert.AreEqual(3, Course.Find(map, tide, At(0, 2), At(2, 0)).Count);
    }
}
