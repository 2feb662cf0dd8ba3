using System;
using System.Collections.Generic;

// The command line. Unknown options are kept and ignored; a value never starts with "-", but for "-" itself.
class Options
{
    readonly Dictionary<string, string> values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
    public readonly string[] Arguments;

    public Options(string[] arguments)
    {
        Arguments = arguments;
        for (int i = 0; i < arguments.Length; i++)
        {
            if (!arguments[i].StartsWith("-")) continue;
            var name = arguments[i].TrimStart('-');
            var hasValue = i + 1 < arguments.Length && (!arguments[i + 1].StartsWith("-") || arguments[i + 1] == "-");
            values[name] = hasValue ? arguments[++i] : "";
        }
    }

    public bool Has(string name) { return values.ContainsKey(name); }
    public string Get(string name) { string value; return values.TryGetValue(name, out value) ? value : null; }
    public string LogFile(string usual) { return !Has("logFile") ? usual : Get("logFile") == "" ? "-" : Get("logFile"); }
}
