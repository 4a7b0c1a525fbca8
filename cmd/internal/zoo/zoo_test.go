//go:build unix

package zoo

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/arena/harness"
	"blastyard/internal/english"
)

// turns is how many turns a match has where that can be chosen.
const turns = 4

// zoo is a bot that is played.
type zoo struct {
	bot, game string
	habit     habit
}

// counts are what programs tell of a bot's turns.
type counts struct {
	Reason  string `json:"reason"`
	Late    int    `json:"late_turns"`
	Silent  int    `json:"silent_turns"`
	Crashed int    `json:"crashed_turns"`
	Refused int    `json:"refused_actions"`
	First   map[string]struct {
		Turn int    `json:"turn"`
		Why  string `json:"why"`
	} `json:"first"`
}

// check compares what a program tells of so many turns with the habit.
func (z *zoo) check(t *testing.T, where string, got counts, turns int) {
	t.Helper()
	first, bad := z.habit.bad(turns)
	want := map[string]int{z.habit.word: bad}
	if got.Late != want["late"] || got.Silent != want["silent"] || got.Crashed != want["crashed"] || got.Refused < want["refused"] ||
		z.habit.word == "refused" && got.Refused != bad || got.Reason != "finished" {
		t.Errorf("%s: %+v, expected %d turns of %q", where, got, bad, z.habit.word)
	}
	if z.habit.word != "" && (got.First[z.habit.word].Turn != first || got.First[z.habit.word].Why == "") {
		t.Errorf("%s: %+v, expected why its first turn was %q", where, got, z.habit.word)
	}
}

// told looks for what people are told of the bot in a match.
func (z *zoo) told(t *testing.T, where, text string, turns int) {
	t.Helper()
	first, bad := z.habit.bad(turns)
	noun := "turn"
	if z.habit.word == "refused" {
		noun = "action"
	}
	line := fmt.Sprintf("zoo: %s %s (first in turn %d: ", english.Count(bad, noun), z.habit.word, first)
	if has := strings.Contains(strings.ToLower(text), line); has != (z.habit.word != "") {
		t.Errorf("%s: %q is there: %t\n%s", where, line, has, text)
	}
}

// inBomberman plays in the drop-in for the original, beside a bot that blows itself up.
func (z *zoo) inBomberman(t *testing.T, sandbox string) {
	t.Helper()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "fool"), map[string]string{
		"bot.json": `{"Author":"a","Email":"a@b.c","NickName":"Fool","BotType":"CPlusPlus","ProjectLocation":".","RunFile":"bot.sh"}`,
		"bot.sh":   "#!/bin/sh\nprintf 5 > \"$2/move.txt\"\n"})
	result := must(t, dir, "blastyard", "bomberman", "-b", z.bot, "fool", "--seed", "1", "--log", "log", "--sandbox", sandbox)
	rounds, acted, refused := 0, 0, 0
	logs, err := filepath.Glob(filepath.Join(dir, "log", "*", "engine.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if command, _, is := strings.Cut(line, " for Player A: "); is {
				if rounds++; command != "Added Command nothing" {
					acted++
				}
			}
			if strings.HasPrefix(line, "Player A: refused: ") {
				refused++
			}
		}
	}
	first, bad := z.habit.bad(rounds)
	said := fmt.Sprintf("; %s %s (first in round %d: ", english.Count(bad, "turn"), z.habit.word, first-1)
	if z.habit.word == "refused" { // the original counts it as a command, too
		if refused != bad {
			t.Errorf("bomberman --sandbox %s: %d of %d commands were refused", sandbox, refused, rounds)
		}
		said = fmt.Sprintf("; %s refused (first in round %d: ", english.Count(bad, "action"), first-1)
		bad = 0
	}
	if acted != rounds-bad || rounds < turns {
		t.Errorf("bomberman --sandbox %s: it acted in %d of %d rounds", sandbox, acted, rounds)
	}
	if z.habit.word != "" && !strings.Contains(result, said) {
		t.Errorf("bomberman --sandbox %s: the result does not say %q\n%s", sandbox, said, result)
	}
}

// inPlay plays in play with a sandbox, and looks at what is told by its result, as text and as JSON, and by the replay.
func (z *zoo) inPlay(t *testing.T, sandbox string) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"play", z.game, "--bot", z.bot, "--bot", "builtin:idle", "--turns", fmt.Sprint(turns), "--seed", "1", "--sandbox", sandbox, "--quiet",
		"--turn-time", z.habit.limit()}
	var r struct {
		Players []struct {
			Name string
			counts
		}
	}
	text := must(t, dir, "blastyard", append(args, "--json", "--replay", "a.blast")...)
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Players {
		if strings.EqualFold(p.Name, "zoo") {
			z.check(t, "play --sandbox "+sandbox, p.counts, turns)
		}
	}
	if len(r.Players) != 2 {
		t.Errorf("play: %s", text)
	}
	z.told(t, "the replay", must(t, dir, "blastyard", "replay", "show", "a.blast"), turns)
	z.told(t, "play", must(t, dir, "blastyard", append(args, "--replay", "none")...), turns)
}

// inCheck checks the bot.
func (z *zoo) inCheck(t *testing.T) {
	t.Helper()
	text, err := run(t, t.TempDir(), "blastyard", "bot", "check", z.bot, "--game", z.game, "--json", "--turn-time", z.habit.limit())
	var r struct {
		Situations []counts
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("bot check: %v\n%s", err, text)
	}
	fault := z.habit.word != "" && z.habit.word != "refused" // what is not possible may be tried
	fault = fault || z.habit.fault != ""
	if (err != nil) != fault || len(r.Situations) == 0 || !strings.Contains(text, z.habit.fault) {
		t.Errorf("bot check: %v\n%s", err, text)
	}
	for _, s := range r.Situations[:min(1, len(r.Situations))] {
		z.check(t, "bot check", s, 12)
	}
}

// eventMatch is a match as tournament matches writes it.
type eventMatch struct {
	Names, Reasons, Words          []string
	Late, Silent, Crashed, Refused []int
}

// inEvent plays in an event.
func (z *zoo) inEvent(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, map[string]string{"cup/event.toml": fmt.Sprintf("name = \"Zoo\"\ngame = %q\nturns = %d\nformat = \"round-robin\"\nplayers = 2\nrounds = 1\n"+
		"turn_time = %q\n[[bot]]\nname = \"zoo\"\nfolder = %q\n[[bot]]\ncommand = \"builtin:idle\"\n", z.game, turns, z.habit.limit(), z.bot)})
	if z.habit.notPacked != "" {
		text, err := run(t, dir, "blastyard-tournament", "check", "cup")
		if err == nil || !strings.Contains(text, z.habit.notPacked) {
			t.Errorf("tournament check: %v, expected %q\n%s", err, z.habit.notPacked, text)
		}
		return
	}
	must(t, dir, "blastyard-tournament", "run", "cup", "--quiet")
	text := must(t, dir, "blastyard-tournament", "matches", "cup", "--json")
	matches := 0
	for line := range strings.Lines(text) {
		var m eventMatch
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("tournament matches: %v\n%s", err, line)
		}
		matches++
		for i, name := range m.Names {
			if name != "zoo" {
				continue
			}
			got := counts{Reason: "finished", Late: at(m.Late, i), Silent: at(m.Silent, i), Crashed: at(m.Crashed, i),
				Refused: at(m.Refused, i)}
			if r := at(m.Reasons, i); r != "" {
				got.Reason = r
			}
			first, _ := z.habit.bad(turns)
			words := "zoo: " + at(m.Words, i)
			if z.habit.word == "refused" { // an event keeps the count; the reasons are in the replays
				words = fmt.Sprintf("zoo: %s refused (first in turn %d: see the replay)", english.Count(got.Refused, "action"), first)
			}
			if z.habit.word != "" {
				z.told(t, "the event", words, turns)
				got.First = map[string]struct {
					Turn int    `json:"turn"`
					Why  string `json:"why"`
				}{z.habit.word: {first, words}}
			}
			z.check(t, "the event", got, turns)
		}
	}
	if matches == 0 {
		t.Errorf("tournament matches: %s", text)
	}
}

// lowerLevels are the levels of the sandbox below the one that is the default here. "off" is not among them: TMPDIR and
// HOME are not the bot's own there.
func lowerLevels() (flags []string) {
	reached, _ := harness.Reachable()
	for l := harness.SandboxLimits; l < reached; l++ {
		flags = append(flags, "require="+l.String())
	}
	return flags
}

func at[T any](list []T, i int) (v T) {
	if i < len(list) {
		v = list[i]
	}
	return v
}
