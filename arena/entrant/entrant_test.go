package entrant

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// put writes files below a folder. files are pairs of a name and a content.
func put(t *testing.T, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[i+1]), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// folders creates a folder with bots and makes it the working folder.
func folders(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir,
		"anna/bot.toml", "command = \"python3 bot.py --fast\"\nbuild = [\"make\", \"make 'my test'\"]\nauthor = \"Anna\"\nenv = { SEED = \"7\", A = \"\" }\n",
		"anna/bot.py", "",
		"named/bot.toml", "name = \"The Bombers\"\ncommand = \"./bot\"\n",
		"rounds/bot.json", "{}",
		"both/bot.json", "{}", "both/bot.toml", "command = \"./bot\"\n",
		"built/bot.json", "{}", "built/bot.toml", "protocol = \"rounds\"\nbuild = \"make\"\n",
		"plain/bot.py", "", "plain/util.py", "",
		"hidden/bot.py", "", "hidden/bot.toml.txt", "command = \"python3 bot.py\"\n",
		"two/bot.py", "", "two/bot.js", "",
		"empty/README.md", "",
		"it's/bot.toml", "command = \"./bot\"\n",
		"sp ace/bot.toml", "command = \"./bot\"\n",
		"bare/bot.toml", "author = \"x\"\n", "bare/main.py", "",
		"lines/bot.toml", "command = \"./bot\"\nprotocol = \"stdio\"\n", "lines/bot.json", "{}",
	)
	t.Chdir(dir)
	return dir
}

func TestParse(t *testing.T) {
	dir := folders(t)
	anna := Entrant{Bot: "anna/", Kind: Program, Protocol: Netorcai, Command: "python3 bot.py --fast", Dir: filepath.Join(dir, "anna"), Folder: true,
		Build: []string{"make", "make 'my test'"}, Author: "Anna", Env: []string{"A=", "SEED=7"}}
	renamed := anna
	renamed.Name, renamed.Bot = "ann", "anna"
	program := func(name, command string) Entrant {
		return Entrant{Name: name, Bot: command, Kind: Program, Protocol: Netorcai, Command: command}
	}
	stdio := func(name, bot, command string) Entrant {
		return Entrant{Name: name, Bot: bot, Kind: Program, Protocol: Stdio, Command: command}
	}
	in := func(folder string) string { return filepath.Join(dir, folder) }
	for _, c := range []struct {
		spec string
		o    Options
		want Entrant
	}{
		{"builtin:hunter", Options{}, Entrant{Bot: "builtin:hunter", Kind: Builtin, Builtin: "hunter"}},
		{"ann=builtin:hunter", Options{}, Entrant{Name: "ann", Bot: "builtin:hunter", Kind: Builtin, Builtin: "hunter"}},
		{"human", Options{}, Entrant{Bot: "human", Kind: Person}},
		{"human:ann", Options{}, Entrant{Name: "ann", Bot: "human:ann", Kind: Person}},
		{"ann=human", Options{}, Entrant{Name: "ann", Bot: "human", Kind: Person}},
		{"ann=human:ann", Options{}, Entrant{Name: "ann", Bot: "human:ann", Kind: Person}},
		{"python3 bot.py", Options{}, program("", "python3 bot.py")},
		{"ann=python3 bot.py --depth=3", Options{}, program("ann", "python3 bot.py --depth=3")},
		{"./bot --depth=3", Options{}, program("", "./bot --depth=3")},
		{"./x=1/bot", Options{}, program("", "./x=1/bot")},
		{`"my bot" --x=1`, Options{}, program("", `"my bot" --x=1`)},
		{"-x=1", Options{}, program("", "-x=1")},
		{"Zoë=./bot a=b", Options{}, program("Zoë", "./bot a=b")},
		{`"Ann Lee"=./bot a=b`, Options{}, program("Ann Lee", "./bot a=b")},
		{`"Team: Ann"=./bot`, Options{}, program("Team: Ann", "./bot")},
		{`"O'Brien"=./bot`, Options{}, program("O'Brien", "./bot")},
		{`"1+1=2"=./bot --x=y`, Options{}, program("1+1=2", "./bot --x=y")},
		{`"a/b\c"=./bot`, Options{}, program(`a/b\c`, "./bot")},
		{`"say \"hi\" \\"=./bot`, Options{}, program(`say "hi" \`, "./bot")},
		{"Why?=./bot", Options{}, program("Why?", "./bot")},
		{"チーム=./bot", Options{}, program("チーム", "./bot")},
		{"Jose\u0301=./bot", Options{}, program("José", "./bot")},
		{"فريق=./bot", Options{}, program("فريق", "./bot")},
		{"👩\u200d🚀=./bot a=b", Options{}, program("👩\u200d🚀", "./bot a=b")},
		{"human:Team: Ann", Options{}, Entrant{Name: "Team: Ann", Bot: "human:Team: Ann", Kind: Person}},
		{"'Ann Lee'=builtin:hunter", Options{}, Entrant{Name: "Ann Lee", Bot: "builtin:hunter", Kind: Builtin, Builtin: "hunter"}},
		{"anna/", Options{}, anna},
		{"ann=anna", Options{Protocol: Netorcai}, renamed},
		{"named", Options{}, Entrant{Name: "The Bombers", Bot: "named", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: in("named"), Folder: true}},
		{"x=named", Options{}, Entrant{Name: "x", Bot: "named", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: in("named"), Folder: true}},
		{"sp ace", Options{}, Entrant{Bot: "sp ace", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: in("sp ace"), Folder: true}},
		{"'sp ace'", Options{}, Entrant{Bot: "'sp ace'", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: in("sp ace"), Folder: true}},
		{"it's", Options{}, Entrant{Bot: "it's", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: in("it's"), Folder: true}},
		{in("rounds"), Options{}, Entrant{Bot: in("rounds"), Kind: Program, Protocol: Rounds, Dir: in("rounds"), Folder: true}},
		{"both", Options{}, Entrant{Bot: "both", Kind: Program, Protocol: Netorcai, Command: "./bot", Dir: in("both"), Folder: true}},
		{"both", Options{Protocol: Rounds}, Entrant{Bot: "both", Kind: Program, Protocol: Rounds, Dir: in("both"), Folder: true}},
		{"built", Options{Protocol: Rounds}, Entrant{Bot: "built", Kind: Program, Protocol: Rounds, Dir: in("built"), Folder: true, Build: []string{"make"}}},
		{"stdio:python3 bot.py --depth=3", Options{}, stdio("", "stdio:python3 bot.py --depth=3", "python3 bot.py --depth=3")},
		{"ann=stdio: ./bot", Options{Protocol: Rounds}, stdio("ann", "stdio: ./bot", "./bot")},
		{"stdio:both", Options{}, Entrant{Bot: "stdio:both", Kind: Program, Protocol: Stdio, Command: "./bot", Dir: in("both"), Folder: true}},
		{"stdio:sp ace", Options{}, Entrant{Bot: "stdio:sp ace", Kind: Program, Protocol: Stdio, Command: "./bot", Dir: in("sp ace"), Folder: true}},
		{"lines", Options{Protocol: Netorcai}, Entrant{Bot: "lines", Kind: Program, Protocol: Stdio, Command: "./bot", Dir: in("lines"), Folder: true}},
		{"lines", Options{Protocol: Rounds}, Entrant{Bot: "lines", Kind: Program, Protocol: Stdio, Command: "./bot", Dir: in("lines"), Folder: true}},
	} {
		got, err := Parse(c.spec, c.o)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q, %+v:\ngot      %+v, %v\nexpected %+v", c.spec, c.o, got, err, c.want)
			continue
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		var back Entrant
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, got) {
			t.Errorf("%q as JSON is %s, which is %+v, %v", c.spec, text, back, err)
		}
		if again, err := Parse(got.Spec(), c.o); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%q: its Spec %q is %+v, %v", c.spec, got.Spec(), again, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	folders(t)
	for _, c := range []struct {
		spec string
		o    Options
		want string
	}{
		{"", Options{}, `bad bot "": expected builtin:NAME, a command line or the folder of a bot`},
		{"  ", Options{}, `expected builtin:NAME, a command line or the folder of a bot`},
		{"python3 'bot.py", Options{}, `bad bot "python3 'bot.py": unclosed quote`},
		{"=./bot", Options{}, `bad bot "=./bot": the name "" has 0 characters, expected 1 to 40`},
		{"ann=", Options{}, `bad bot "ann=": expected a bot behind ann=`},
		{"ann= ", Options{}, `expected a bot behind ann=`},
		{"a-name-that-is-far-too-long-for-any-bot-there-is=./bot", Options{}, `has 48 characters, expected 1 to 40`},
		{"human:", Options{}, `bad bot "human:": the name "" has 0 characters`},
		{"human:a\u202eb", Options{}, `has a character that cannot be printed, U+202E`},
		{"bob=human:ann", Options{}, `bad bot "human:ann": two names, "bob" and "ann", expected one`},
		{"plain", Options{}, `bad bot "plain": the folder has no bot.toml, nor a bot.json of 2016-Bomberman; put this line into bot.toml: command = "python3 bot.py"`},
		{"hidden", Options{}, `bad bot "hidden": the folder has a bot.toml.txt: rename it to bot.toml`},
		{"bare", Options{}, `bad bot "bare": bot.toml has no command; put this line into bot.toml: command = "python3 main.py"`},
		{"two", Options{}, `bad bot "two": the folder has no bot.toml, nor a bot.json of 2016-Bomberman: write a bot.toml that says how to start the bot, with command = "..."`},
		{"empty/", Options{}, `: write a bot.toml that says how to start the bot`},
		{"rounds", Options{Protocol: Netorcai}, `bad bot "rounds": this is a bot for 2016-Bomberman: it has a bot.json, and no bot.toml with a command`},
		{"stdio:", Options{}, `bad bot "stdio:": expected a command line or the folder of a bot behind stdio:`},
		{"stdio:'x", Options{}, `bad bot "stdio:'x": unclosed quote`},
		{"stdio:plain", Options{Protocol: Rounds}, `bad bot "stdio:plain": the folder has no bot.toml`},
		{"plain", Options{Protocol: Rounds}, `bad bot "plain": the folder has no bot.json: write one with NickName, BotType and RunFile`},
		{"anna", Options{Protocol: Rounds}, `bad bot "anna": this is a bot for hexabomb: it has a bot.toml with a command, but no bot.json`},
		{"python3 bot.py", Options{Protocol: Rounds}, `bad bot "python3 bot.py": is not a folder, expected the folder of a bot, with a bot.json`},
		{"reference", Options{Protocol: Rounds, Builtins: []string{"reference"}}, `no such folder; did you mean builtin:reference?`},
	} {
		got, err := Parse(c.spec, c.o)
		if !errors.Is(err, ErrEntrant) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %+v, %v; expected an error with %q", c.spec, got, err, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	folders(t)
	put(t, ".", "anna/ok.sh", "#!/bin/sh\n", "unbuilt/bot.toml", "command = \"./no-such-program\"\nbuild = \"make\"\n")
	o := Options{Builtins: []string{"greedy", "hunter"}}
	for _, c := range []struct{ spec, want string }{
		{"builtin:hunter", ""},
		{"human", ""},
		{"./anna/ok.sh", ""},
		{"./anna/ok.sh a=b", ""},
		{"rounds", ""},
		{"builtin:hunte", `bad bot "builtin:hunte": there is no such built-in bot, expected one of builtin:greedy, builtin:hunter`},
		{"greedy", `bot "greedy": no such program; did you mean builtin:greedy?`},
		{"ann=greedy", `bot "greedy": no such program; did you mean builtin:greedy?`},
		{"./typo", `bot "./typo": no such file: looked for `},
		{"A=1 ./anna/ok.sh", `(A= gives the bot that name; a variable of its environment is --env A=…)`},
		{"Ann Lee=./anna/ok.sh", `(a name with blanks stands in quotes: --bot '"Ann Lee"=…', or in a bots file)`},
		{"Team: Ann=builtin:hunter", `(a name with : stands in quotes: --bot '"Team: Ann"=…', or in a bots file)`},
		{"L équipe=./anna/ok.sh", `(a name with blanks stands in quotes: --bot '"L équipe"=…', or in a bots file)`},
		{"O'Brien=builtin:hunter", `(a name with ' stands in quotes: --bot '"O'\''Brien"=…', or in a bots file)`},
		{"unbuilt", `it may have to be built: blastyard bot build unbuilt`},
	} {
		e, err := Parse(c.spec, o)
		if err == nil {
			err = Check(e, o)
		}
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.spec, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: got %v, expected an error with %q", c.spec, err, c.want)
		}
	}
	for _, e := range []Entrant{{Kind: "x"}, {Kind: Program, Protocol: Netorcai, Command: "./ok.sh", Dir: "no such folder"}} {
		if err := Check(e, o); err == nil {
			t.Errorf("%+v was taken", e)
		}
	}
	if err := Check(Entrant{Kind: Program, Protocol: Netorcai, Command: "./ok.sh", Dir: "anna"}, o); err != nil {
		t.Errorf("a program in its folder: %v", err)
	}
	if err := Check(Entrant{Bot: "x", Kind: Program, Protocol: Netorcai, Command: "./anna/ok.sh"}, Options{Protocol: Rounds}); err == nil {
		t.Error("a program of another protocol was taken")
	}
}

func TestHashIsOfTheBotsFiles(t *testing.T) {
	folders(t)
	parse := func(spec string) Entrant {
		t.Helper()
		e, err := Parse(spec, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	folder, script := parse("anna"), parse("python3 anna/bot.py")
	inside := Entrant{Kind: Program, Protocol: Netorcai, Command: "python3 bot.py", Dir: "anna"}
	before, of := folder.Hash(), script.Hash()
	if before == "" || of == "" || before == of || inside.Hash() != of {
		t.Errorf("hashes: folder %q, script %q, script in its folder %q", before, of, inside.Hash())
	}
	put(t, ".", "anna/bot.py", "changed")
	if folder.Hash() == before || script.Hash() == of || inside.Hash() != script.Hash() {
		t.Error("a change of the bot did not change the hash")
	}
	for _, spec := range []string{"builtin:hunter", "human"} {
		if e := parse(spec); e.Hash() != "" {
			t.Errorf("%s has the hash %q", spec, e.Hash())
		}
	}
}

func TestProcess(t *testing.T) {
	e := Entrant{Kind: Program, Protocol: Netorcai, Command: "./bot {port}", Dir: "/x", Env: []string{"A=1"}}
	c := e.Process("ann")
	if c.Line != "./bot {port}" || c.Dir != "/x" || c.Name != "ann" || !reflect.DeepEqual(c.Env, []string{"A=1"}) {
		t.Errorf("got %+v", c)
	}
}
