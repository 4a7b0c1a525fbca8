package event

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/tournament"
)

const two = "[[bot]]\ncommand = \"builtin:hunter\"\n[[bot]]\ncommand = \"builtin:greedy\"\n"

// TestParse: every key reaches the event.
func TestParse(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "bots", "mine"), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "bots", "mine", "bot.toml")
	if err := os.WriteFile(file, []byte("name = \"Mine\"\ncommand = \"python3 bot.py\""), 0o666); err != nil {
		t.Fatal(err)
	}
	text := `
name = "Autumn cup"
game = "hexabomb"
turns = 60
turn_time = "250ms"
no_timeout = false
order = "arrival"
sandbox = "off"
env = ["LEVEL=3"]
jobs = 2
tries = 5
keep = "last 200"
keep_limit = "2 GB"
opens = "2026-12-01 08:00 Europe/Berlin"
closes = "2026-12-01 18:00 Europe/Berlin"
starts = "2026-12-01 19:00 Europe/Berlin"
freeze = "2026-12-01 20:00 Europe/Berlin"
ends = 2026-12-02T18:00:00+01:00
public = "2026-12-03 00:00Z"

format = "round-robin"
players = 2
rounds = 5
rotations = 1
maps = ["tiny", "yard"]
seed = 7
max_matches = 100
until = { top = 3, confidence = 0.9 }

[final]
format = "round-robin"
top = 2
best_of = 3
third_place = false
starts = 2026-12-02T19:00:00+01:00
ends = 2026-12-02T20:00:00+01:00

[submit]
max_size = 1000
max_unpacked = "1 MiB"
max_files = 10
per_hour = 4

[[bot]]
command = "builtin:hunter"
[[bot]]
folder = "bots/mine"
[[bot]]
name = "local"
command = "python3 bots/mine/bot.py"
[[bot]]
name = "packed"
command = "python3 bot.py"
dir = "bots/mine"
build = "true"
author = "Ann"
env = { A = "1" }
`
	e, err := Parse([]byte(text), dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"hunter", "Mine", "local", "packed"}
	want := tournament.Config{Format: tournament.RoundRobin, Entrants: names, Players: 2, Rounds: 5, Rotations: 1,
		Maps: []string{"tiny", "yard"}, Seed: 7, MaxMatches: 100, Waits: true,
		Until: tournament.Until{Top: 3, Confidence: 0.9}, Top: 2,
		Final: &tournament.Config{Format: tournament.RoundRobin, BestOf: 3, NoThird: true, Waits: true}}
	if d := cmp.Diff(want, e.Schedule); d != "" {
		t.Errorf("schedule, want -, got +:\n%s", d)
	}
	if e.Name != "Autumn cup" || e.Turns != 60 || e.TurnTime != arena.Duration(250*time.Millisecond) ||
		e.Order != "arrival" || e.Sandbox != "off" || !slices.Equal(e.Env, []string{"LEVEL=3"}) || e.Jobs != 2 ||
		e.Tries != 5 || e.Keep != (Keep{KeepLast, 200, 2e9}) || e.Submit != (Submit{1000, 1 << 20, 10, 4}) {
		t.Errorf("got %+v", e)
	}
	for _, c := range []struct {
		got  time.Time
		want string
	}{{e.Opens, "2026-12-01T07:00:00Z"}, {e.Starts, "2026-12-01T18:00:00Z"}, {e.Freeze, "2026-12-01T19:00:00Z"},
		{e.Finals[0].Starts, "2026-12-02T18:00:00Z"}, {e.Finals[0].Ends, "2026-12-02T19:00:00Z"}, {e.Closes, "2026-12-01T17:00:00Z"}, {e.Ends, "2026-12-02T17:00:00Z"}, {e.Public, "2026-12-03T00:00:00Z"}} {
		if got := c.got.UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("the time is %s, want %s", got, c.want)
		}
	}
	var local []bool
	for i := range e.Bots {
		local = append(local, e.Bots[i].Local)
		if e.Bots[i].Name != names[i] {
			t.Errorf("bot %d is %q, want %q", i, e.Bots[i].Name, names[i])
		}
	}
	if !slices.Equal(local, []bool{false, false, true, false}) {
		t.Errorf("local: %v, want only the third", local)
	}
	mine := filepath.Join(dir, "bots", "mine")
	for _, c := range []struct {
		bot  int
		dir  string
		want arena.Seat
	}{
		{0, "", arena.Seat{Bot: "builtin:hunter", Name: "hunter"}},
		{1, "", arena.Seat{Bot: mine, Name: "Mine"}},
		{1, "/x", arena.Seat{Bot: "/x", Name: "Mine"}},
		{2, "", arena.Seat{Bot: "python3 bots/mine/bot.py", Name: "local", Dir: dir}},
		{3, "", arena.Seat{Bot: "python3 bot.py", Name: "packed", Dir: mine, Env: []string{"A=1"}}},
		{3, "/x", arena.Seat{Bot: "python3 bot.py", Name: "packed", Dir: "/x", Env: []string{"A=1"}}},
	} {
		if d := cmp.Diff(c.want, e.Bots[c.bot].Seat(c.dir)); d != "" {
			t.Errorf("seat of bot %d in %q, want -, got +:\n%s", c.bot, c.dir, d)
		}
	}
}

// TestDefaults: an event file must contain nothing but bots.
func TestDefaults(t *testing.T) {
	e, err := Parse([]byte(two), filepath.Join(t.TempDir(), "cup"))
	if err != nil {
		t.Fatal(err)
	}
	want := tournament.Config{Format: tournament.RoundRobin, Entrants: []string{"hunter", "greedy"},
		Maps: []string{"yard"}}
	if d := cmp.Diff(want, e.Schedule); d != "" {
		t.Errorf("schedule, want -, got +:\n%s", d)
	}
	if e.Game != "hexabomb" || e.Order != "seeded" || e.Sandbox != "auto" || e.Tries != 3 || e.Name != "cup" ||
		e.Keep != (Keep{Rule: KeepAll, Limit: 1e9}) || len(e.Maps) != 1 || !e.Ends.IsZero() {
		t.Errorf("got %+v", e)
	}
}

// TestWrong: an error names its line, key and value, and what was expected.
func TestWrong(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "event.toml"), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"turns = 70000", `event.toml:1: turns is 70000, expected a number from 1 to 65535`},
		{"\nturns = \"many\"", `event.toml:2: turns is "many", expected a number from 1 to 65535`},
		{"turn = 5", `event.toml:1: turn: there is no such key; did you mean turns?`},
		{"colour = 5", `event.toml:1: colour: there is no such key; expected one of advance, best_of, bot, closes, `},
		{"turn_time = 5", `event.toml:1: turn_time is 5, expected a time such as "500ms" or "2s"`},
		{"turn_time = \"-5s\"", `event.toml:1: turn_time is "-5s", expected a time such as`},
		{"name = \"\"", `event.toml:1: name is "", expected 1 to 60 characters that can be printed`},
		{"name = 5", `event.toml:1: name is 5, expected a text in quotes`},
		{"game = \"chess\"", `event.toml:1: game: unknown game "chess", expected hexabomb or bomberman`},
		{"game = \"bomberman\"\nmaps = [\"tiny\"]", `event.toml:2: maps: "tiny" in the list, expected none`},
		{"rules = \"1.0\"", `event.toml:1: rules: unknown rules "1.0", expected 1.1 or 2018`},
		{"game = \"bomberman\"\nrules = \"2018\"", `event.toml:2: rules: rules are "2018", expected none: bomberman has one version`},
		{"maps = [\"no\"]", `event.toml:1: maps: `},
		{"maps = [5]", `event.toml:1: maps: 5 in the list, expected texts in quotes only`},
		{"maps = \"tiny\"\nplayers = 60", `event.toml:1: maps: "tiny" has `},
		{"no_timeout = 1", `event.toml:1: no_timeout is 1, expected true or false`},
		{"order = \"random\"", `event.toml:1: order is "random", expected one of "seeded", "arrival"`},
		{"sandbox = \"much\"", `event.toml:1: sandbox: sandbox is "much", expected auto, off`},
		{"env = [\"A\"]", `event.toml:1: env: "A" in the list, expected NAME=VALUE`},
		{"keep = \"last\"", `event.toml:1: keep is "last", expected "all", "failures", or "last 1000"`},
		{"keep = \"some\"", `event.toml:1: keep is "some", expected "all"`},
		{"keep_limit = \"much\"", `event.toml:1: keep_limit is "much", expected a size such as "10 MB"`},
		{"ends = 2026-12-01T18:00:00", `event.toml:1: ends is 2026-12-01T18:00:00, expected a time with its zone`},
		{"ends = \"2026-12-01 18:00\"", `event.toml:1: ends is "2026-12-01 18:00", expected a time with its zone`},
		{"ends = \"2026-12-01 18:00 Europe/Nowhere\"", `event.toml:1: ends is "2026-12-01 18:00 Europe/Nowhere"`},
		{"closes = 2026-12-02T18:00:00Z\nends = 2026-12-01T18:00:00Z", `event.toml:1: closes is 2026-12-02T18:00:00Z, expected a time before ends, 2026-12-01`},
		{"format = \"league\"", `event.toml:1: format is "league", expected one of "round-robin", "swiss", `},
		{"players = 1", `event.toml:1: players is 1, expected a number from 2 to 64`},
		{"seed = -1", `event.toml:1: seed is -1, expected a number from 0`},
		{"until = 3", `event.toml:1: until is 3, expected a table`},
		{"until = { top = 3,\n confidence = 1.5 }", `event.toml:2: until.confidence is 1.5, expected a number above 0.5 and below 1`},
		{"turns = 1e3", `event.toml:1: turns is 1000.0, expected a whole number from 1 to 65535`},
		{"seed = 18446744073709551615", `event.toml:1: a number is too large, expected one below 9223372036854775808; a seed beyond it`},
		{"name = Cup", `event.toml:1: there is 'C' where a value begins: a text stands in quotes`},
		{"until = { tpo = 3 }", `event.toml:1: until.tpo: there is no such key; did you mean top?`},
		{"[until]\ntpo = 3", `event.toml:2: until.tpo: there is no such key; did you mean top?`},
		{"final = { tpo = 2, format = \"knockout\" }", `event.toml:1: final.tpo: there is no such key; did you mean top?`},
		{"until = { confidence = 0.9 }", `event.toml:1: until.top is missing, expected how many ranks`},
		{"[until]\ntop = 3\nsure = 1", `event.toml:3: until.sure: there is no such key; expected one of confidence, top`},
		{"[final]\nformat = \"swiss\"", `event.toml:1: final.top is missing, expected how many`},
		{"[final]\ntop = 2\nround = 3", `event.toml:3: final.round: there is no such key; did you mean rounds?`},
		{"[submit]\nmax_file = 3", `event.toml:2: submit.max_file: there is no such key; did you mean max_files?`},
		{"turns = 1\nturns = 2", `event.toml:2: `},
		{"turns = ", `event.toml:1: `},
		{"bot = 5", `event.toml:1: bot is 5, expected a table for each, [[bot]]`},
		{"[[bot]]\nname = \"a\"", `event.toml:1: bot[1]: bad bot: command and folder are missing`},
		{two + "[[bot]]\ncolour = \"red\"\ncommand = \"builtin:idle\"", `event.toml:6: bot[3].colour: there is no such key; expected one of author, `},
		{two + "[[bot]]\n\nname = 5\ncommand = \"builtin:idle\"", `event.toml:7: bot[3].name is 5, expected a text in quotes`},
		{two + "[[bot]]\ncommand = \"builtin:wolf\"", `event.toml:5: bot[3]: bad bot "builtin:wolf": there is no such built-in bot, expected one of builtin:`},
		{two + "[[bot]]\ncommand = \"builtin:ghost\"", `event.toml:5: bot[3]: bad bot "builtin:ghost": there is no such built-in bot`},
		{two + "[[bot]]\ncommand = \"human\"", `event.toml:6: bot[3].command: a person, expected a bot`},
		{two + "[[bot]]\nfolder = \"none\"", `event.toml:5: bot[3]: bad bot "none": folder: there is no such folder`},
		{two + "[[bot]]\ncommand = \"./x\"\nenv = { A = 5 }", `event.toml:7: bot[3].env is a table, expected a table of texts`},
		{"[[bot]]\nname = \"a\"\ncommand = \"builtin:idle\"\n[[bot]]\nname = \"a\"\ncommand = \"builtin:idle\"", `event.toml:5: bot[2].name: "a" is the name of two bots`},
		{"rotations = 3\n" + two, `event.toml:1: rotations is 3, expected a number from 1 to 2`},
		{"players = 3\n" + two, `event.toml:1: players is 3, expected 2`},
		{"[[bot]]\ncommand = \"builtin:idle\"", `event.toml:1: bot is 1, expected 2 or more names`},
		{"seed = 1", `event.toml: bot is 0, expected 2 or more names`},
		{"until = { top = 2 }\n" + two, `event.toml:1: until.top is 2, expected 1`},
		{"[final]\ntop = 3\n" + two, `event.toml:2: final.top is 3, expected 2`},
		{"[final]\ntop = 2\nformat = \"ladder\"\n" + two, `event.toml:3: final.format is "ladder", expected a format that ends by itself`},
	} {
		_, err := Parse([]byte(c.text), dir)
		var wrong *Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s…", c.text, err, c.want)
		}
	}
	if _, err := ReadFile(filepath.Join(dir, "none.toml")); err == nil || !strings.Contains(err.Error(), "none.toml: no such file") {
		t.Errorf("a missing file: %v", err)
	}
	hidden := t.TempDir()
	if err := os.WriteFile(filepath.Join(hidden, "event.toml.txt"), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(hidden); err == nil || !strings.HasSuffix(err.Error(), "but event.toml.txt is there: rename it") {
		t.Errorf("an ending that Windows hides: %v", err)
	}
	if _, err := ReadFile(dir); err == nil || !strings.Contains(err.Error(), "event.toml:1: ") {
		t.Errorf("a folder with a bad event.toml: %v", err)
	}
}

// TestNames: of two bots whose derived names are equal, the second gets a number.
func TestNames(t *testing.T) {
	e, err := Parse([]byte(two+two), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"hunter", "greedy", "hunter2", "greedy2"}
	if !slices.Equal(e.Schedule.Entrants, want) || e.Bots[3].Name != "greedy2" {
		t.Errorf("entrants %q, bots %v, want %q", e.Schedule.Entrants, e.Bots, want)
	}
}

// TestJSON: an event stays the same when it is sent to other machines, including its maps.
func TestJSON(t *testing.T) {
	dir := t.TempDir()
	yard, err := os.ReadFile(filepath.FromSlash("../../rules/maps/duel.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.json"), yard, 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := Parse([]byte("maps = [\"mine.json\"]\nends = 2026-12-02T18:00:00+01:00\n"+two), dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var back Event
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(back)
	if err != nil || string(again) != string(text) {
		t.Errorf("written %s, read and written again %s, error %v", text, again, err)
	}
	if back.Digest() != e.Digest() {
		t.Error("the digest is another one on another machine")
	}
	if err := os.Remove(filepath.Join(dir, "mine.json")); err != nil {
		t.Fatal(err)
	}
	seats := []arena.Seat{back.Bots[0].Seat(""), back.Bots[1].Seat("")}
	p, err := back.Arena().Prepare(back.Match(tournament.Fixture{Map: "mine.json", Seed: 5}, seats))
	if err != nil {
		t.Fatal(err)
	}
	if p.Map.Name != "mine.json" || !slices.Equal(p.Config.IDs, []int{0, 1}) || p.Config.Seed != 5 {
		t.Errorf("prepared %+v", p.Config)
	}
}

// TestDigest: the digest changes with what makes results comparable, and with nothing else.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	digest := func(text string) string {
		t.Helper()
		e, err := Parse([]byte(text), dir)
		if err != nil {
			t.Fatal(err)
		}
		return e.Digest()
	}
	base := digest(two)
	for _, text := range []string{"name = \"x\"\n", "keep = \"failures\"\n", "max_matches = 9\n", "until = { top = 1 }\n",
		"ends = 2026-12-02T18:00:00+01:00\n", "sandbox = \"off\"\n", "jobs = 3\n"} {
		if digest(text+two) != base {
			t.Errorf("with %q the digest is another one", text)
		}
	}
	for _, text := range []string{"turns = 99\n", "turn_time = \"5s\"\n", "seed = 1\n", "maps = \"tiny\"\n", "rounds = 2\n",
		"order = \"arrival\"\n", "rules = \"2018\"\n", "no_timeout = true\n", "[final]\ntop = 2\n"} {
		if digest(text+two) == base {
			t.Errorf("with %q the digest is the same", text)
		}
	}
	if digest(strings.Replace(two, "builtin:greedy", "builtin:idle", 1)) == base {
		t.Error("with another bot the digest is the same")
	}
	other, err := Parse([]byte(two), dir)
	if err != nil || other.RulesNumber != games.Hexabomb().Rules {
		t.Fatal(err, other.RulesNumber)
	}
	if other.RulesNumber++; other.Digest() == base {
		t.Error("with other rules of the game the digest is the same")
	}
	if _, err := other.Kind(); err == nil || !strings.Contains(err.Error(), "and this program has those with") {
		t.Errorf("a game with other rules: %v", err)
	}
	if other.RulesNumber = 0; other.Digest() == base {
		t.Error("an event of an earlier program has the digest of one that notes the rules")
	}
	if _, err := other.Kind(); err != nil {
		t.Error(err)
	}
	e, err := Parse([]byte("[final]\ntop = 2\nmax_matches = 5\n"+two), dir)
	if err != nil {
		t.Fatal(err)
	}
	if e.Digest(); e.Schedule.Final.MaxMatches != 5 {
		t.Error("Digest changed the event")
	}
}

// TestMapsOfEvents: the maps of an event are found in its arena only, not in the game that a program has added.
func TestMapsOfEvents(t *testing.T) {
	k := &game.Kind{Name: "mine", OpenMap: func(string) (game.Map, error) { return game.Map{}, os.ErrNotExist }}
	k.Older = []*game.Kind{{Name: "mine", OpenMap: k.OpenMap}}
	e := &Event{Maps: []game.Map{{Name: "yard"}}}
	with := e.withMaps(k)
	for _, one := range []*game.Kind{with, with.Older[0]} {
		if m, err := one.OpenMap("yard"); err != nil || m.Name != "yard" {
			t.Errorf("with the maps of the event: %v, %v", m, err)
		}
		if _, err := one.OpenMap("other"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("another map: %v", err)
		}
	}
	for _, one := range []*game.Kind{k, k.Older[0]} {
		if _, err := one.OpenMap("yard"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the game itself finds the event's map: %v", err)
		}
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"10 MB": 10e6, "1KiB": 1024, "1.5 GB": 15e8, "7 B": 7, "5": 0, "-1 MB": 0,
		"MB": 0, "1e300 GB": 0, "NaN MB": 0} {
		if got, ok := parseSize(text); got != want || ok != (want > 0) {
			t.Errorf("%q is %d, %v, want %d", text, got, ok, want)
		}
	}
}
