using System;
using System.IO;
using System.Xml;

// The licence check. It reads a file of the same form as Unity's, and proves nothing about any licence of Unity's.
static class Licence
{
    public static readonly string Usual = Path.Combine(Environment.GetEnvironmentVariable("HOME") ?? "/root", ".local/share/unity3d/Unity/Unity_lic.ulf");

    public static void Check(string manual)
    {
        if (!string.IsNullOrEmpty(manual)) Activate(manual);
        if (!Valid(Usual)) Refuse(null);
        Say("Next license update check is after " + DateTime.UtcNow.AddDays(1).ToString("s"));
    }

    static void Activate(string file)
    {
        if (!Valid(file)) Refuse("Failed to activate/update license. The license file " + file + " is missing or malformed.");
        Directory.CreateDirectory(Path.GetDirectoryName(Usual));
        if (Path.GetFullPath(file) != Usual) File.Copy(file, Usual, true);
        Say("license file accepted: " + file);
    }

    static bool Valid(string file)
    {
        try
        {
            var document = new XmlDocument { XmlResolver = null };
            document.Load(file);
            var root = document.DocumentElement;
            return root.Name == "root" && root["License"] != null && root["License"]["DeveloperData"] != null;
        }
        catch (Exception) { return false; }
    }

    static void Refuse(string why)
    {
        Say("No valid license file found.");
        Log.Line("\nBatchMode: Unity has not been activated with a valid License. Could be a new activation or renewal...\nDisplayProgressbar: Unity license");
        if (why != null) Log.Line("Cancelling DisplayDialog: " + why + "\nThis should not be called in batch mode.");
        else Log.Line("No ULF license found.");
        throw new Exit(1, "No valid Unity Editor license found. Please activate your license.");
    }

    static void Say(string text)
    {
        var now = DateTime.UtcNow;
        Log.Line("LICENSE SYSTEM [" + now.Year + now.Month + now.Day + " " + now.Hour + ":" + now.Minute + ":" + now.Second + "] " + text);
    }
}
