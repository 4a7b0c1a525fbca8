package command

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestSlips: a command line as people, word processors and scripts of Windows write it is told what was meant.
func TestSlips(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("USERPROFILE", t.TempDir()) // the home on Windows
	if err := os.WriteFile("Round 1.json", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{ // words are divided by |
		{"do|\u2013games|2", `"` + "\u2013" + `games" begins with another sign than the hyphen -; did you mean --games?`},
		{"do|\u2014games=2", "did you mean --games?"},
		{"do|\u2212\u2212gmaes|2", "did you mean --games?"},
		{"do|\u2013zzz", "begins with another sign than the hyphen - ("},
		{"do|-games|2", "; did you mean --games?"},
		{"do|--games|=|2", "; did you mean --games=2, without blanks?"},
		{"do|--games=|2", "; did you mean --games=2, without a blank?"},
		{"do|--json|true", "; did you mean --json=true?"},
		{"do|--json|Off", "; did you mean --json=false?"},
		{"do|/?", "; did you mean --help?"},
		{"-?", "; did you mean --help?"},
		{"/HELP", "; did you mean --help?"},
		{"do|help", "; did you mean --help?"},
		{"do|--games|3\r", `; "3\r" ends with a carriage return: save the file that it comes from with the line ends of Unix`},
		{"do|--games=\u201c3\u201d", "has typographic quotes: write plain ones"},
		{"do|--games|3\u00a0", `"3\u00a0" has a blank or another sign that no one sees`},
		{"do|--games|\u200b3", "sign that no one sees"},
		{"do|--file|round 1.json", "; did you mean 'Round 1.json'?"},
		{"do|--file=Round%201.json", "; did you mean 'Round 1.json'?"},
		{"do|--file|https://contest.example/x.json", "download the file"},
		{"do|--file=~/x", "no shell has replaced the ~"},
		{"do|--games|x", `--games is "x", expected a whole number (`},
		{"do|nosuch", `unexpected argument "nosuch" (`},
		{"do|--file|none", "none: no such file or directory\n"},
		{"do|do", `unexpected argument "do" (`},
	} {
		root, do := &cobra.Command{Use: "arena"}, &cobra.Command{Use: "do", Args: NoArgs}
		file := do.Flags().String("file", "", "")
		do.Flags().Bool("json", false, "")
		do.Flags().Int("games", 0, "")
		do.RunE = func(*cobra.Command, []string) error {
			_, err := os.Stat(*file)
			return err
		}
		root.AddCommand(do)
		SetUp(root, "v1")
		var out, errOut bytes.Buffer
		code := Run(t.Context(), root, strings.Split(c.args, "|"), nil, &out, &errOut)
		if said := errOut.String(); code == OK || !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: exit %d, expected %q\n%s", c.args, code, c.want, said)
		}
	}
}
