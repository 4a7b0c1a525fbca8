package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"blastyard/internal/usage"
)

// TestRun: an error becomes one line, with the command that it is about, and an exit code.
func TestRun(t *testing.T) {
	for _, c := range []struct {
		err  error
		args string
		code int
		want string
	}{
		{nil, "do", OK, ""},
		{errors.New("a file\x1b[2J\nFORGED"), "do", Failure, "arena do: a file"},
		{usage.Errorf("no"), "do", Usage, "arena do: no (see 'arena do --help')"},
		{Exit{Code: 7}, "do", 7, ""},
		{Exit{Code: 8, Err: errors.New("why")}, "do", 8, "arena do: why"},
		{nil, "do --text=", Usage, "arena do: --text is empty"},
		{nil, "do --nosuch", Usage, "arena do: unknown flag: --nosuch"},
		{nil, "as --text=", OK, ""},
		{nil, "nosuch", Usage, `arena: unknown command "nosuch"`},
		{nil, "help nosuch", Usage, `arena help: unknown command "nosuch"`},
	} {
		root := &cobra.Command{Use: "arena"}
		for _, name := range []string{"do", "as"} {
			cmd := &cobra.Command{Use: name, RunE: func(*cobra.Command, []string) error { return c.err }}
			cmd.Flags().String("text", "", "")
			root.AddCommand(cmd)
		}
		SetUp(root, "v1", "as")
		var out, errOut bytes.Buffer
		code := Run(t.Context(), root, strings.Fields(c.args), nil, &out, &errOut)
		said := errOut.String()
		if lines := strings.Count(said, "\n"); code != c.code || !strings.HasPrefix(said, c.want) || lines > 1 || (lines == 0) != (c.want == "") ||
			strings.Contains(said, "\x1b") {
			t.Errorf("%s, %v: exit %d, expected %d and %q\n%s", c.args, c.err, code, c.code, c.want, said)
		}
	}
}

// TestHelp: help about a command is what its --help prints.
func TestHelp(t *testing.T) {
	said := func(args ...string) string {
		root, do := &cobra.Command{Use: "arena"}, &cobra.Command{Use: "do", Run: func(*cobra.Command, []string) {}}
		do.Flags().String("text", "", "")
		root.AddCommand(do)
		SetUp(root, "v1")
		var out bytes.Buffer
		if code := Run(t.Context(), root, args, nil, &out, &out); code != OK {
			t.Errorf("%v: exit %d", args, code)
		}
		return out.String()
	}
	for _, about := range [][]string{{"do"}, nil} {
		help, flag := said(append([]string{"help"}, about...)...), said(append(about, "--help")...)
		if help != flag || !strings.Contains(help, "--help") {
			t.Errorf("help of %v:\n%s\n--help:\n%s", about, help, flag)
		}
	}
	if got := said("--version"); got != "arena version v1\n" {
		t.Errorf("--version: %q", got)
	}
}
