// Calibration is a bot that does nothing: what it takes to run says what a .NET bot cannot help taking.
//
//     mcs -optimize -out:calibration.exe Calibration.cs
using System.IO;

static class Calibration
{
    static void Main(string[] args)
    {
        File.ReadAllText(Path.Combine(args[1], "state.json"));
        File.WriteAllText(Path.Combine(args[1], "move.txt"), "0");
    }
}
