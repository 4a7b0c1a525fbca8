package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pelletier/go-toml/v2"

	"blastyard/internal/errortext"
	teststage "blastyard/internal/stage"
	"blastyard/tournament/event"
)

// An input is a file, or standard input, that the programs read.
type input struct {
	name string
	form form
	// valid is an example that has all its keys.
	valid string
	// read lets a command read a text of this kind and returns what it prints.
	read func(t *testing.T, text string) string
}

// A form is how an input is written: it makes wrong texts from a valid one.
type form func(t *testing.T, valid string) []string

// inputs are all inputs of the programs that are structured texts. Others are source code, logs and messages of the
// network.
func inputs(t *testing.T) []input {
	blast, results, series := playedForInputs(t)
	rounds := playedRounds(t)
	return []input{
		{"bot.toml", inTOML, `name = "ann"
			command = "python3 bot.py"
			build = ["true"]
			author = "Ann"
			protocol = "stdio"
			env = { LEVEL = "3" }`, inFolder("bot.toml", "bot", "build", ".")},
		{"bot.json", inJSON, `{"Author":"A","Email":"a@b","NickName":"N","BotType":"Python3","ProjectLocation":".",
			"RunFile":"bot.py","RunArgs":"x"}`, inFolder("bot.json", "bot", "build", ".")},
		{"a bots file", inTOML, `[[bot]]
			name = "ann"
			command = "builtin:idle"
			author = "Ann"
			[[bot]]
			folder = "nosuch"
			env = { LEVEL = "3" }
			build = "true"
			[[bot]]
			command = "nosuch"
			dir = "."`, inFolder("bots.toml", "play", "--map", "tiny", "--turns", "1", "--quiet", "--replay", "none", "--bots", "bots.toml")},
		{"event.toml", inTOML, wholeEvent, inEvent},
		{"a map of hexabomb", inJSON, `{"cells":[{"q":0,"r":0},{"q":1,"r":0},{"q":2,"r":0}],
			"initial_positions":{"0":[{"q":0,"r":0}],"1":[{"q":2,"r":0}]}}`, inFolder("map.json", "map", "check", "map.json")},
		{"a map of Tiled", inJSON, converted(t, "tiled"), inFolder("map.json", "map", "convert", "map.json", "out.txt")},
		{"a drawn map", inText, converted(t, "txt"), inFolder("map.txt", "map", "check", "map.txt")},
		{"a replay", inJSONLines, blast, inReplay},
		{"roundInfo.json", inJSON, rounds.file(t, "1/roundInfo.json"), rounds.with("1/roundInfo.json")},
		{"state.json", inJSON, rounds.file(t, "0/state.json"), rounds.with("0/state.json")},
		{"a file of results", inJSONLines, results, inFolder("r.jsonl", "play", "--map", "tiny", "--turns", "2", "--seed", "1", "--quiet",
			"--games", "2", "--resume", "r.jsonl")},
		{"results to rate", inJSONLines, `{"players":["a","b"],"ranks":[1,2],"block":"x"}`, inStdin("tournament", "rate")},
		{"results of a series to rate", inJSONLines, results, inStdin("tournament", "rate")},
		{"a series to rate", inJSON, series, inStdin("tournament", "rate")},
		{"CSV to rate", inText, "match,block,seat,entrant,rank\n1,1,1,ann,1\n1,1,2,bob,2\n", inStdin("tournament", "rate")},
		{"PGN to rate", inText, "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n", inStdin("tournament", "rate")},
		{"simulate hexabomb", inJSON, `{"map":{"cells":[{"q":0,"r":0},{"q":1,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}]}},
			"nb_players":1,"nb_special_players":0,"seed":1,"id":1}`, inStdin("simulate", "hexabomb")},
		{"turns of hexabomb", afterLine(`{"map":"tiny","nb_players":2,"nb_special_players":0}`), `{"turns":[[{"player_id":0,"turn_number":0,
			"actions":[{"id":0,"movement":"move","direction":"x+"},{"id":0,"movement":"bomb","bomb_range":2,"bomb_delay":3}]}]],
			"report":true,"all":true,"answer":"brief","id":0}`, inStdin("simulate", "hexabomb")},
		{"a copy of a game", afterLine(`{"map":"tiny","nb_players":2,"nb_special_players":0}`), `{"fork":0,"id":1,"seed":5}`,
			inStdin("simulate", "hexabomb")},
		{"a state of hexabomb", inJSON, hexabombState(t), inStdin("simulate", "hexabomb")},
		{"simulate bomberman", inJSON, `{"players":2,"seed":1,"reveal":true,"answer":"brief","id":1}`, inStdin("simulate", "bomberman")},
		{"turns of bomberman", afterLine(`{"players":2,"seed":1}`), `{"turns":[[1,2]],"report":true,"all":true,"answer":"state","id":0}`,
			inStdin("simulate", "bomberman")},
		{"train", inJSON, `{"game":"hexabomb","rules":"1.1","map":"tiny","players":2,"special":false,"turns":9,
			"opponents":{"1":"builtin:idle"},"seats":[0],"observation":"planes","reward":"score","seed":1,"autoreset":"disabled",
			"max_steps":5,"threads":1,"matches":1,"mode":"match"}`, inStdin("train")},
		{"train with replays", inJSON, `{"mode":"dataset","replays":["x.blast"],"observation":"planes","players":"all","batch":1,"seed":1}`,
			inStdin("train")},
		{"worker.creds", inJSON, `{"event":"x","servers":["nats://127.0.0.1:1"],"user":"u","password":"p"}`,
			inFolder("w.creds", "tournament", "work", "--creds", "w.creds")},
	}
}

// wholeEvent is an event with every key that has a kind of its own.
const wholeEvent = `name = "E"
game = "hexabomb"
rules = "1.1"
maps = ["tiny"]
turns = 60
turn_time = "1s"
no_timeout = false
order = "seeded"
failed = "last"
sandbox = "auto"
env = ["A=1"]
jobs = 1
tries = 2
keep = "last 10"
keep_limit = "1 GB"
opens = "2026-11-01 08:00 UTC"
closes = "2026-11-01 18:00 UTC"
starts = "2026-11-01 19:00 UTC"
freeze = "2026-11-01 20:00 UTC"
ends = "2026-12-01 18:00 Europe/Berlin"
public = "2026-12-02 18:00 UTC"
seed = 1
format = "round-robin"
players = 2
rounds = 3
rotations = 2
max_matches = 100
until = { top = 1, confidence = 0.95 }
[submit]
max_size = "1 MB"
max_unpacked = "2 MB"
max_files = 3
per_hour = 4
[final]
format = "knockout"
top = 2
starts = "2026-12-01 19:00 Europe/Berlin"
ends = "2026-12-01 20:00 Europe/Berlin"
[[bot]]
command = "builtin:hunter"
[[bot]]
name = "x"
command = "builtin:greedy"
author = "A"
`

// TestWrongTypes: whatever value stands at whatever key of whatever input, what is printed has no word of Go.
func TestWrongTypes(t *testing.T) {
	for _, in := range inputs(t) {
		t.Run(in.name, func(t *testing.T) {
			t.Parallel()
			if out := in.read(t, in.valid); goWord(out, in.valid) != "" {
				t.Errorf("the valid one: %s", out)
			}
			for _, text := range some(in.form(t, in.valid)) {
				if out := in.read(t, text); goWord(out, in.valid) != "" {
					t.Errorf("%q in\n%.300s\n%.600s", goWord(out, in.valid), out, text)
				}
			}
		})
	}
}

// some are all texts, or in everyday tests a hundred of them, from everywhere.
func some(texts []string) (few []string) {
	const everyday = 100
	if teststage.All() || len(texts) <= everyday {
		return texts
	}
	for i := range everyday {
		few = append(few, texts[i*len(texts)/everyday])
	}
	return few
}

// goWords are words that only those understand who write Go.
var goWords = []string{"unmarshal", "struct field", " json: ", "\tjson: ", "\njson: ", " toml: ", "\ttoml: ", "\ntoml: ", "strconv", "invalid character '",
	"Go struct", "Go value", "Go type", ".go:", "nil pointer", "panic", "goroutine", "map[", "interface{", "interface {", "[]string",
	"[]int", "[]byte", "int8", "int16", "int32", "int64", "float32", "float64", "%!", "<nil>", "unexpected end of JSON",
	"looking for beginning", "&{", "entrant.", "invalid syntax"}

// segment is the name of a package, as an error of it begins.
var segment = regexp.MustCompile(`(?:^|: )([a-z][a-z/]*): `)

// goWord is a word in what a program prints that only those understand who write it in Go; "" if there is none. Keys of
// the input are no such words.
func goWord(out, input string) string {
	lines := "\n" + out
	for _, word := range goWords {
		if strings.Contains(lines, word) {
			return strings.TrimSpace(word)
		}
	}
	for _, m := range segment.FindAllStringSubmatch(out, -1) {
		if errortext.Text(errors.New(m[1]+": x")) == "x" && !strings.Contains(input, m[1]) {
			return m[1] + ": "
		}
	}
	return ""
}

// wrongValues are values of all kinds; at a key at least all but one of them are wrong.
var wrongValues = []any{"x", "", 1.5, -1, 1e30, true, []any{}, []any{"x"}, []any{[]any{1}}, map[string]any{}, map[string]any{"x": 1}}

// altered are copies of a document in each of which one value, at any depth, is another one.
func altered(document any, wrong []any) (all []any) {
	all = slices.Clone(wrong)
	switch d := document.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(d)) {
			for _, value := range altered(d[key], wrong) {
				other := maps.Clone(d)
				other[key] = value
				all = append(all, other)
			}
		}
		other := maps.Clone(d)
		other["nosuch"] = 1
		all = append(all, other)
	case []any:
		for i := range min(2, len(d)) {
			for _, value := range altered(d[i], wrong) {
				other := slices.Clone(d)
				other[i] = value
				all = append(all, other)
			}
		}
	}
	return all
}

// inJSON is a text that is one value of JSON.
func inJSON(t *testing.T, valid string) (texts []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(valid))
	d.UseNumber()
	var document any
	if err := d.Decode(&document); err != nil {
		t.Fatal(err)
	}
	for _, other := range altered(document, append([]any{nil}, wrongValues...)) {
		text, err := json.Marshal(other)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return append(texts, inText(t, valid)...)
}

// inJSONLines has a value of JSON in each line.
func inJSONLines(t *testing.T, valid string) (texts []string) {
	t.Helper()
	lines := strings.SplitAfter(strings.TrimSuffix(valid, "\n"), "\n")
	for i := range lines {
		if i > 1 && i < len(lines)-1 {
			continue // they are like line 1
		}
		for _, other := range inJSON(t, lines[i]) {
			all := slices.Clone(lines)
			all[i] = strings.TrimSuffix(other, "\n") + "\n"
			texts = append(texts, strings.Join(all, ""))
		}
	}
	return texts
}

// afterLine is a line of JSON after another line, which stays.
func afterLine(first string) form {
	return func(t *testing.T, valid string) (texts []string) {
		for _, text := range inJSON(t, valid) {
			texts = append(texts, first+"\n"+text)
		}
		return texts
	}
}

func inTOML(t *testing.T, valid string) (texts []string) {
	t.Helper()
	var document map[string]any
	if err := toml.Unmarshal([]byte(valid), &document); err != nil {
		t.Fatal(err)
	}
	for _, other := range altered(document, wrongValues) {
		if _, is := other.(map[string]any); !is {
			continue
		}
		text, err := toml.Marshal(other)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return append(texts, inText(t, valid)...)
}

// inText cuts a text, and puts in what does not belong there.
func inText(_ *testing.T, valid string) []string {
	half := len(valid) / 2
	return []string{"", "x", "nothing", "true", "{", "[", `{"a"`, `{"a":`, `{"a":1`, `{"a":1.`, `{"a":1e`, `{"a":"\q`, `{"a":"\u12x`, "{\"a\":\"\n",
		`[1`, `[1 2]`, `{1:2}`, `{"a" 1}`, `{"a":1 "b":2}`, "\xff", "\x00", "a = ", "a = [", "[a", "[[a]", "a.b.", `a = "`, "a = 1979-13-01",
		valid[:half], valid[half:], valid[:half] + "?" + valid[half:], valid[:half] + "\n" + valid[half:], valid + "x", valid + "{}", "[" + valid,
		strings.ReplaceAll(valid, `"`, ""), strings.ReplaceAll(valid, ",", ";")}
}

// inFolder writes a text into a file of a new folder. In the command line the folder is "." and a file has its name.
func inFolder(file string, args ...string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		t.Helper()
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		line := slices.Clone(args)
		for i, word := range line {
			if word == "." || word == file || word == "out.txt" {
				line[i] = filepath.Join(dir, word)
			}
		}
		return strings.ReplaceAll(said(t, "", line...), dir, "")
	}
}

// inEvent reads an event, which a command does only when it also plays it.
func inEvent(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "event.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := event.ReadFile(dir); err != nil {
		return strings.ReplaceAll(errortext.Line(err), dir, "")
	}
	return ""
}

func inStdin(args ...string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string { return said(t, text+"\n", args...) }
}

// said is all that a command prints.
func said(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	_, out, errOut := run(t, stdin, args...)
	return out + errOut
}

// inReplay packs a text as a replay.
func inReplay(t *testing.T, text string) string {
	t.Helper()
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "r.blast")
	if err := os.WriteFile(file, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return said(t, "", "replay", "verify", file) + said(t, "", "replay", "show", file)
}

// playedForInputs are the lines of a replay, the results of a series, and the series as JSON.
func playedForInputs(t *testing.T) (blast, results, series string) {
	t.Helper()
	dir := t.TempDir()
	file, lines := filepath.Join(dir, "r.blast"), filepath.Join(dir, "r.jsonl")
	match := []string{"play", "--map", "tiny", "--turns", "2", "--seed", "1", "--quiet"}
	said(t, "", append(match, "--replay", file)...)
	said(t, "", append(match, "--games", "2", "--results", lines)...)
	_, series, _ = run(t, "", append(match, "--games", "2", "--results", "none", "--json")...)
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text, err := d.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(lines)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), string(written), series
}

// converted is a map in another form.
func converted(t *testing.T, to string) string {
	t.Helper()
	_, out, errOut := run(t, "", "map", "convert", "tiny", "-", "--to", to)
	if out == "" {
		t.Fatal(errOut)
	}
	return out
}

// hexabombState is a line that starts a game from a state.
func hexabombState(t *testing.T) string {
	t.Helper()
	_, out, _ := run(t, `{"map":"tiny","nb_players":2,"nb_special_players":0}`+"\n", "simulate", "hexabomb")
	var answer struct {
		State json.RawMessage `json:"game_state"`
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"game_state":%s,"turn_number":1,"nb_special_players":0}`, answer.State)
}

// A roundsFolder is the folder of a match of the original Bomberman engine.
type roundsFolder string

// playedRounds are the first rounds of a match that soon ends: both players stay beside their bombs.
func playedRounds(t *testing.T) roundsFolder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "match")
	said(t, strings.Repeat("z\n", 4), "bomberman", "--console", "2", "--seed", "1", "--log", dir, "--replay", "none")
	rounds, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rounds {
		if r.Name() > "1" { // the match is cut after its second round
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, r.Name())))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return roundsFolder(dir)
}

func (f roundsFolder) file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(string(f), name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(text), "\ufeff")
}

// with reads a copy of the folder in which a file has another text.
func (f roundsFolder) with(name string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		t.Helper()
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(string(f))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(said(t, "", "replay", "verify", dir), dir, "")
	}
}
