using System.IO;

// One editor a project: the lock is held on Temp/UnityLockfile until the process ends, however it ends.
static class ProjectLock
{
    static FileStream held;

    public static void Take(string root)
    {
        Directory.CreateDirectory(root + "/Temp");
        try
        {
            held = new FileStream(root + "/Temp/UnityLockfile", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
            held.Lock(0, 1);
        }
        catch (IOException)
        {
            Log.Line("It looks like another Unity instance is running with this project open.\n\nMultiple Unity instances cannot open the same project.\n\nProject: " + root);
            throw new Exit(1, "It looks like another Unity instance is running with this project open.");
        }
    }
}
