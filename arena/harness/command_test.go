package harness

import (
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		command Command
		kind    error
		want    string
	}{
		{Command{Line: "./bot"}, nil, ""},
		{Command{Words: []string{"./bot", ""}, Port: 65535, Limit: 1, TailLines: maxTailLines}, nil, ""},
		{Command{}, ErrConfig, `bot "": the command line is empty: give the program to start, for example ./mybot`},
		{Command{Line: "  "}, ErrConfig, `bot "  ": the command line is empty: give the program to start, for example ./mybot`},
		{Command{Line: `""`}, ErrConfig, `bot """": the command line is empty: give the program to start, for example ./mybot`},
		{Command{Line: "a 'b"}, ErrUnclosedQuote, `bot "a 'b": unclosed quote: the ' at character 3 has no partner`},
		{Command{Line: "a", Words: []string{"a"}}, ErrConfig, `bad command: both Line and Words are set, expected one`},
		{Command{Line: "a", Output: io.Discard, LogFile: "x"}, ErrConfig, `bad command: both Output and LogFile are set, expected one at most`},
		{Command{Line: "a", Port: 65536}, ErrConfig, `bad command: Port is 65536, expected 0 to 65535`},
		{Command{Line: "a", Port: -1}, ErrConfig, `bad command: Port is -1, expected 0 to 65535`},
		{Command{Line: "a", Limit: -1}, ErrConfig, `bad command: Limit is -1 bytes, expected 0 (default) or more`},
		{Command{Line: "a", TailLines: 1001}, ErrConfig, `bad command: TailLines is 1001, expected 0 (default) to 1000`},
		{Command{Line: "a", Env: []string{"X"}}, ErrConfig, `bad command: Env has "X", expected NAME=value`},
		{Command{Line: "a", Env: []string{"=X"}}, ErrConfig, `bad command: Env has "=X", expected NAME=value`},
		{Command{Line: "a", Sandbox: &Sandbox{Level: SandboxLimits}}, ErrConfig,
			"bad command: Sandbox.Folder is empty, expected the bot's own folder"},
		{Command{Line: "a", Accept: func(net.Conn) {}}, ErrConfig, "bad command: Accept is set without Port, expected both"},
		{Command{Line: "a b\x00c"}, ErrConfig, `bad command: the word "b\x00c" of the command line contains a zero byte`},
	} {
		err := c.command.Validate()
		if !errors.Is(err, c.kind) || err != nil && err.Error() != c.want {
			t.Errorf("%+v: got %v, want %s", c.command, err, c.want)
		}
	}
}

func TestEnviron(t *testing.T) {
	env := Command{Line: "a", Host: "[::1]", Port: 80, Env: []string{"NETORCAI_PORT=81"}}.environ("id")
	want := []string{"NETORCAI_HOST=::1", "NETORCAI_PORT=80", "NETORCAI_PORT=81"}
	if got := env[len(env)-3:]; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	t.Setenv("PYTHONUNBUFFERED", "")
	env = Command{Line: "a"}.environ("id")
	if slices.Contains(env, "PYTHONUNBUFFERED=1") || !slices.Contains(env, "PYTHONUNBUFFERED=") {
		t.Error("PYTHONUNBUFFERED was not left alone")
	}
	if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "NETORCAI_PORT=") }) {
		t.Error("NETORCAI_PORT without a port")
	}
}

func TestEnvironInASandboxIsClean(t *testing.T) {
	t.Setenv("SSH_AUTH_SOCK", "/run/agent")
	t.Setenv("LANG", "C.UTF-8")
	t.Setenv("PATH", "/usr/bin")
	c := Command{Line: "a", Port: 80, Env: []string{"MODE=fast"}, Sandbox: &Sandbox{Level: SandboxLimits, Folder: "bot"}}
	want := []string{"PATH=/usr/bin", "LANG=C.UTF-8", "HOME=/private", "TMPDIR=/private", "PYTHONUNBUFFERED=1",
		"NETORCAI_HOST=localhost", "NETORCAI_PORT=80", "MODE=fast"}
	if got := c.environ("/private"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestName(t *testing.T) {
	for want, c := range map[string]Command{
		"red":                         {Name: "red", Line: "./bot"},
		"./my bot":                    {Words: []string{"./my", "bot"}},
		"a b\ufffd[2J":                {Line: "a\nb\x1b[2J"},
		strings.Repeat("é", 79) + "…": {Line: strings.Repeat("é", 81)},
	} {
		if got := c.name(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
