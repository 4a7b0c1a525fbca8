package entrant

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	dir := folders(t)
	put(t, dir, "event/bots.toml", `# who plays
[[bot]]
name = "ann"
command = "python3 bot.py"
dir = "../anna"
build = "make"
author = "Ann of 3b"
env = { SEED = "8" }

[[bot]]
folder = "../anna"
name = "The Bombers"

[[bot]]
command = "builtin:hunter"

[[bot]]
command = "human:eve"

[[bot]]
command = "./x"

[[bot]]
command = "../named"

[[bot]]
command = "stdio:../both"
`)
	got, err := ReadFile(filepath.Join("event", "bots.toml"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	anna := filepath.Join(dir, "anna")
	want := []Entrant{
		{Name: "ann", Bot: "python3 bot.py", Kind: Program, Protocol: Netorcai, Command: "python3 bot.py", Dir: anna, Build: []string{"make"}, Author: "Ann of 3b",
			Env: []string{"SEED=8"}},
		{Name: "The Bombers", Bot: "anna", Kind: Program, Protocol: Netorcai, Command: "python3 bot.py --fast", Dir: anna, Folder: true,
			Build: []string{"make", "make 'my test'"}, Author: "Anna", Env: []string{"A=", "SEED=7"}},
		{Bot: "builtin:hunter", Kind: Builtin, Builtin: "hunter"},
		{Name: "eve", Bot: "human:eve", Kind: Person},
		{Bot: "./x", Kind: Program, Protocol: Netorcai, Command: "./x", Dir: filepath.Join(dir, "event")},
		{Name: "The Bombers", Bot: "named", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: filepath.Join(dir, "named"), Folder: true},
		{Bot: "stdio:both", Kind: Program, Protocol: Stdio, Command: "./bot", Dir: filepath.Join(dir, "both"), Folder: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nexpected\n%+v", got, want)
	}
}

func TestReadFileRefuses(t *testing.T) {
	dir := folders(t)
	for _, c := range []struct{ text, want string }{
		{"", "b.toml has no [[bot]], expected one for each bot"},
		{"[[bot]]\nname = \"a\"\n\ncomand = \"./x\"\n", "b.toml:4: there is no key bot.comand"},
		{"[[bots]]\n", "b.toml:1: there is no key bots"},
		{"[[bot]]\nname = 7\n", "b.toml:2: "},
		{"[[bot]]\nname = \"a\n", "b.toml:2: "},
		{"[[bot]]\nname = \"a\"\n", "b.toml: bot 1: bad bot: command and folder are missing, expected one of them"},
		{"[[bot]]\ncommand=\"x\"\n[[bot]]\ncommand = \"./x\"\nfolder = \"anna\"\n", "b.toml: bot 2: bad bot: command and folder are both there"},
		{"[[bot]]\nfolder = \"anna\"\ndir = \".\"\n", "folder and dir are both there"},
		{"[[bot]]\nfolder = \"nowhere\"\n", `"nowhere": folder: there is no such folder in `},
		{"[[bot]]\nfolder = \"plain\"\n", "the folder has no bot.toml"},
		{"[[bot]]\ncommand = \"./x\"\nname = \"a\\u202eb\"\n", "has a character that cannot be printed, U+202E"},
		{"[[bot]]\ncommand = \"human:ann\"\nname = \"bob\"\n", "two names"},
		{"[[bot]]\ncommand = \"builtin:hunter\"\nbuild = \"make\"\n", "dir, build and env are for programs, expected none"},
		{"[[bot]]\ncommand = \"./x\"\nbuild = 7\n", "build is 7, expected a command line or a list of them"},
		{"[[bot]]\ncommand = \"./x\"\nbuild = [\"make\", 7]\n", "build has 7, expected command lines only"},
		{"[[bot]]\ncommand = \"./x\"\nbuild = \"\"\n", `build has "", expected a command line`},
		{"[[bot]]\ncommand = \"./x\"\nbuild = \"a && b\"\n", "no shell reads it, so && means nothing"},
		{"[[bot]]\ncommand = \"./x\"\nbuild = \"'\"\n", "unclosed quote"},
		{"[[bot]]\ncommand = \"./x\"\nenv = { \"A \" = \"c\" }\n", `env has the name "A ", expected one without = and blanks`},
		{"[[bot]]\ncommand = \"C:\\bots\\bot.exe\"\n", `command is "C:\bots\bot.exe": in double quotes \ and a letter are one character: put a path of Windows in single quotes`},
		{"[[bot]]\nfolder = \"D:\\teams\"\n", `folder is "D:\teams": in double quotes`},
		{"[[bot]]\ncommand = \"python3 .\\brain.py\"\n", `in double quotes`},
		{"[[bot]]\ncommand = \"./x\"\ndir = \".\\new\"\n", `dir is ".\new": in double quotes`},
		{"[[bot]]\ncommand = \"./x\"\nenv = { \"a=b\" = \"c\" }\n", `env has the name "a=b"`},
		{"[[bot]]\ncommand = \"./x\"\nenv = [\"a\"]\n", "b.toml:3: "},
	} {
		put(t, dir, "b.toml", c.text)
		got, err := ReadFile("b.toml", Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %+v, %v; expected an error with %q", c.text, got, err, c.want)
		}
	}
	if _, err := ReadFile("none.toml", Options{}); !errors.Is(err, os.ErrNotExist) || !errors.Is(err, ErrEntrant) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := ReadFile(dir, Options{}); !errors.Is(err, ErrEntrant) {
		t.Errorf("a folder: %v", err)
	}
}

func TestFolderFileRefuses(t *testing.T) {
	folders(t)
	for _, c := range []struct{ text, want string }{
		{"command = \"./x\"\nname = \"a\\u202eb\"\n", "bot.toml: the name \"a\\u202eb\" has a character that cannot be printed, U+202E"},
		{"command = \"./x\"\nprotocol = \"http\"\n", `bot.toml: protocol is "http", expected netorcai, rounds or stdio`},
		{"command = \"./x\"\nprotocol = \"STDIO\"\n", `protocol is "STDIO", expected netorcai, rounds or stdio; did you mean stdio?`},
		{"command = “./x”\n", `bot.toml:1: there is the typographic quote “: a text stands in plain quotes`},
		{"command = \"C:\\bots\\bin\"\n", `in double quotes`},
		{"command = \"C:\\Users\\ann\\bot.exe\"\n", `bot.toml:1: \ before u, U or x in a text: write \\, or put the text in single quotes`},
		{"command = \"./x\"\nprotocol = \"rounds\"\n", `command is "./x" with protocol rounds, expected none`},
		{"command = \"builtin:hunter\"\n", `command is "builtin:hunter", expected a command line`},
		{"command = \"stdio:./x\"\n", `command is "stdio:./x", expected a command line, and protocol = "stdio"`},
		{"protocol = \"stdio\"\n", "bot.toml has no command"},
		{"command = \"'\"\n", "command: unclosed quote"},
		{"command = \"./x\"\ndir = \"..\"\n", "bot.toml:2: there is no key dir"},
		{"protocol = \"rounds\"\n", "the folder has no bot.json"},
		{"build = \"make\"\n", "bot.toml has no command"},
	} {
		put(t, "plain", FolderFile, c.text)
		if got, err := Parse("plain", Options{}); !errors.Is(err, ErrEntrant) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %+v, %v; expected an error with %q", c.text, got, err, c.want)
		}
	}
}

// FuzzReadFile: no file makes the reader panic, and the entrants that it returns are valid.
func FuzzReadFile(f *testing.F) {
	f.Add("[[bot]]\nname = \"ann\"\ncommand = \"python3 bot.py\"\nbuild = [\"make\"]\nenv = { A = \"1\" }\n")
	f.Add("[[bot]]\nfolder = \".\"\n")
	f.Add("bot = [{command = 'human:ann'}]")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "bots.toml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := ReadFile(file, Options{})
		if err == nil && len(list) == 0 || err != nil && list != nil {
			t.Errorf("%q: got %+v, %v", text, list, err)
		}
		for _, e := range list {
			if e.Name != "" && CheckName(e.Name) != nil || e.Kind == Program && e.Command == "" && e.Protocol == Netorcai {
				t.Errorf("%q: got %+v", text, e)
			}
		}
	})
}
