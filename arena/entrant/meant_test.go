//go:build !js

package entrant

import (
	"strings"
	"testing"
)

// TestMeant: bots as people misspell them; what they meant is found, and a bot that is only not there is left alone.
func TestMeant(t *testing.T) {
	builtins := []string{"greedy", "hunter", "idle", "random"}
	for text, want := range map[string]string{
		"bultin:hunter": "builtin:hunter", "Builtin:hunter": "builtin:hunter", "BUILTIN:HUNTER": "builtin:hunter", "builtin :hunter": "builtin:hunter",
		" builtin:hunter": "builtin:hunter", "builtin: huntr ": "builtin:hunter", "builtin;hunter": "builtin:hunter", "builtin/hunter": "builtin:hunter",
		"builtin-idle": "builtin:idle", "builtin hunter": "builtin:hunter", "builtin\uff1ahunter": "builtin:hunter", ":idle": "builtin:idle",
		"Hunter": "builtin:hunter", "huntr": "builtin:hunter", "buitin:nosuchbot": "builtin:NAME", "bulitin:": "builtin:NAME",
		"Stdio:python3 bot.py": "stdio:python3 bot.py", "stdoi: ./bot": "stdio:./bot", "stdio": "", "Human": "human", "humna:Ann": "human:Ann",
		"netorcai:python3 bot.py": "python3 bot.py", "file:./mybot": "./mybot", "netorcai": "",
		"Ann = builtin:hunter": "Ann=builtin:hunter", "Ann =human": "Ann=human", `"Team A" = builtin:idle`: `"Team A"=builtin:idle`, "A = b": "",
		"mybot": "", "./mybot": "", "python3 bot.py": "", "node --x=1 bot.js": "", "/usr/bin/x": "", "": "", "  ": "", "C:/x": "",
	} {
		if got := Meant(text, builtins); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// TestNamesBuiltin: where only a built-in bot can play, others are told what was meant.
func TestNamesBuiltin(t *testing.T) {
	builtins := []string{"hunter", "idle"}
	for text, want := range map[string]string{"builtin:idle": "", "idle": "; did you mean builtin:idle?", "bultin:idle": "builtin:hunter, builtin:idle; did you mean builtin:idle?",
		"./x": "expected one of builtin:hunter, builtin:idle"} {
		name, err := NamesBuiltin(text, builtins)
		if want == "" && (err != nil || name != "idle") || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%q: %q, %v, expected %q", text, name, err, want)
		}
	}
	for text, want := range map[string]string{"builtin:hunter,builtin:idle": "--bot builtin:hunter --bot builtin:idle", "builtin:hunter idle": "--bot builtin:hunter --bot builtin:idle",
		"builtin:huntr,x": "expected one of builtin:hunter, builtin:idle", "builtin:hunter,hunter": "--bot builtin:hunter --bot builtin:hunter"} {
		e, err := Parse(text, Options{})
		if err == nil {
			err = Check(e, Options{Builtins: builtins})
		}
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}
