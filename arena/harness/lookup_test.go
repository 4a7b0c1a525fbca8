//go:build unix

package harness

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCannotStart pins every line that a user reads when a bot cannot be started. HERE stands for the directory.
func TestCannotStart(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	os.Mkdir("folder", 0o777)
	for name, content := range map[string]string{
		"plain.py": "print()\n", "noexec.bin": "x", "+noline.py": "print()\n", "+noline": "true\n",
		"+lost": "#!/no/such/interpreter -x\n", "+env.py": "#!/usr/bin/env python9\n", "+crlf.sh": "#!/bin/sh\r\n",
		"+envcrlf.py": "#!/usr/bin/env python3\r\n", "+binary": "\x00\x01\x02", "+foreign": foreignELF, "+my bot": "#!/bin/sh\n",
		"+envnode": "#!/usr/bin/env node9 -x\n", "+mybot": "#!/bin/sh\n", "folder/deep.sh": "#!/bin/sh\n",
		"bot.toml": "command = \"x\"\n", "folder/bot.json": "{}", "+bot.zip": "PK\x03\x04",
	} {
		mode := os.FileMode(0o666)
		if strings.HasPrefix(name, "+") {
			name, mode = name[1:], 0o777
		}
		if err := os.WriteFile(name, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		line string
		kind error
		want string
	}{
		{"./plain.py", ErrNotExecutable, "not executable: chmod +x it, or start it with python3"},
		{"./noexec.bin", ErrNotExecutable, "not executable: chmod +x it"},
		{"./bot.toml", ErrNotExecutable, "no program: name the bot's folder, HERE"},
		{"./folder/bot.json", ErrNotExecutable, "no program: name the bot's folder, HERE/folder"},
		{"./bot.zip", ErrNotExecutable, "no program: unpack it, and name the folder"},
		{"./folder", ErrNotExecutable, "is a directory: name the program in it"},
		{"./nothing", ErrNotFound, "no such file: looked for HERE/nothing"},
		{"env/bin/python bot.py", ErrNotFound, "no such file: a virtual environment of Python works only where it was made"},
		{"./.venv/Scripts/python.exe bot.py", ErrNotFound, "no such file: a virtual environment of Python"},
		{"./bin/tool", ErrNotFound, "no such file: looked for HERE/bin/tool"},
		{"./plain.py/x", ErrNotFound, "no such file: looked for HERE/plain.py/x"},
		{"~/bot", ErrNotFound, "no such file: no shell reads the command line: write the home directory out instead of ~"},
		{"./my bot -x", ErrNotFound, "no such file: ./my: put quotes around './my bot'"},
		{"mybot", ErrNotFound, "mybot is not on PATH: a file of that name is here: write ./mybot"},
		{"plain.py", ErrNotFound, "plain.py is not on PATH: a file of that name is here: write ./plain.py, or start it with python3"},
		{"no-such-bot", ErrNotFound, "no-such-bot is not on PATH: give its path, such as ./no-such-bot, or install it"},
		{"cd x && ./mybot", ErrNotFound, "cd is not on PATH: no shell reads the command line: for cd, &&, | or NAME=value write sh -c '...'"},
		{"A=1 ./mybot", ErrNotFound, "A=1 is not on PATH: no shell reads the command line: for cd, &&, | or NAME=value write sh -c '...'"},
		{"./noline.py", ErrBadFormat, "a script without a #! line: put #!/usr/bin/env python3 on top, or start it with python3"},
		{"./noline", ErrBadFormat, "a script without a #! line: put one such as #!/bin/sh on top"},
		{"./lost", ErrNoInterpreter, "its first line asks for /no/such/interpreter -x, which is not here: install it or change that line"},
		{"./env.py", ErrNoInterpreter, "its first line asks for python9, which is not on PATH: install it or change that line"},
		{"./envnode", ErrNoInterpreter, "its first line asks for node9, which is not on PATH: install it or change that line"},
		{"./crlf.sh", ErrBadFormat, "its first line ends with CR LF: save it with the line ends of Unix"},
		{"./envcrlf.py", ErrBadFormat, "its first line ends with CR LF: save it with the line ends of Unix"},
		{"./binary", ErrBadFormat, "not a program for this system: build it for "},
		{"sh ./gone.sh", ErrNotFound, "no such file: ./gone.sh: looked for HERE/gone.sh"},
		{"sh ~/gone.sh", ErrNotFound, "no such file: ~/gone.sh: no shell reads the command line: write the home directory out instead of ~"},
		{"sh C:/bots/gone.sh", ErrNotFound, "no such file: C:/bots/gone.sh: a path of Windows: write the path from the working folder"},
		{"sh ./deep.sh", ErrNotFound, "no such file: ./deep.sh: did you mean folder/deep.sh?"},
		{"./deep.sh", ErrNotFound, "no such file: did you mean folder/deep.sh?"},
	} {
		_, err := Start(t.Context(), Command{Line: c.line, LogFile: "log"})
		want := `bot "` + c.line + `": ` + strings.ReplaceAll(c.want, "HERE", here)
		if err == nil || !errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", c.line, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: more than one line: %q", c.line, err)
		}
		if exists("log") {
			t.Fatalf("%s: a log file was left", c.line)
		}
	}
}

// foreignELF begins like a program for a machine of an unknown kind.
const foreignELF = "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xff\xff"

func TestMissingInterpreter(t *testing.T) {
	t.Chdir(t.TempDir())
	os.WriteFile("bot.py", nil, 0o666)
	t.Setenv("PATH", t.TempDir())
	_, err := Start(t.Context(), Command{Line: "python3 bot.py"})
	want := `bot "python3 bot.py": python3 is not on PATH: give its path, such as ./python3, or install it`
	if !errors.Is(err, ErrNotFound) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestOtherName: if a program is installed under another name, the message says which.
func TestOtherName(t *testing.T) {
	t.Chdir(t.TempDir())
	os.WriteFile("bot.py", []byte("#!/usr/bin/env python\n"), 0o777)
	bin := t.TempDir()
	os.WriteFile(filepath.Join(bin, "python3"), []byte("#!/bin/sh\n"), 0o777)
	t.Setenv("PATH", bin)
	for line, want := range map[string]string{
		"python bot.py": `bot "python bot.py": python is not on PATH: write python3, which is installed`,
		"./bot.py":      `bot "./bot.py": its first line asks for python, which is not on PATH: write python3, which is installed`,
	} {
		if err := (Command{Line: line}).Check(); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
}

// TestCurrentDirectoryOnPath: a relative entry of PATH, such as ".", is ignored.
func TestCurrentDirectoryOnPath(t *testing.T) {
	t.Chdir(t.TempDir())
	os.WriteFile("mybot", []byte("#!/bin/sh\n"), 0o777)
	t.Setenv("PATH", ".")
	_, err := Start(t.Context(), Command{Line: "mybot"})
	if !errors.Is(err, ErrNotFound) || !strings.HasSuffix(err.Error(), "write ./mybot") {
		t.Errorf("got %v", err)
	}
}

func TestNoDirectory(t *testing.T) {
	_, err := Start(t.Context(), Command{Line: "true", Dir: "no/such"})
	if !errors.Is(err, ErrNotFound) || err.Error() != `bot "true": no such directory to start in: no/such` {
		t.Errorf("got %v", err)
	}
}

// TestRelativePath: a relative path is relative to Dir, which is also the working directory.
func TestRelativePath(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	os.MkdirAll(filepath.Join("bots", "mine"), 0o777)
	script := "#!" + sh + "\necho \"in $(pwd)\"\n"
	if err := os.WriteFile(filepath.Join("bots", "mine", "run.sh"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []Command{
		{Line: "./run.sh", Dir: "bots/mine"},
		{Line: "mine/run.sh", Dir: "bots"},
		{Line: "bots/mine/run.sh"},
		{Line: "sh run.sh", Dir: filepath.Join(dir, "bots", "mine")},
	} {
		p, err := Start(t.Context(), c)
		if err != nil {
			t.Error(err)
			continue
		}
		ended(t, p)
		want, _ := filepath.Abs(c.Dir)
		want, _ = filepath.EvalSymlinks(want)
		if got := p.tailOf(Stdout, 1); len(got) != 1 || got[0] != "in "+want {
			t.Errorf("%+v: printed %q", c, got)
		}
	}
}
