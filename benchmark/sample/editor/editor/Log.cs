using System;
using System.IO;

// The editor log: a file, or standard output for "-" and "/dev/stdout". Test code's Console output goes there too.
static class Log
{
    static TextWriter writer = Console.Out;

    public static void Open(string file)
    {
        if (file != "-" && file != "/dev/stdout")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file)));
            var stream = new FileStream(file, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
            writer = new StreamWriter(stream) { AutoFlush = true };
        }
        writer = TextWriter.Synchronized(writer);
        Console.SetOut(writer);
        Console.SetError(writer);
    }

    public static void Line(string text) { writer.WriteLine(text); writer.Flush(); }
}
