package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"blastyard/bots/hexabots"
	"blastyard/game/match"
	"blastyard/internal/stage"
	"blastyard/internal/startertest"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// TestBeamBeatsGreedy: the beam search wins most of some short matches on a small map, from both seats.
func TestBeamBeatsGreedy(t *testing.T) {
	stage.Only(t, "plays whole matches by search")
	const games, turns = 16, 60
	m, err := maps.Load("duel")
	if err != nil {
		t.Fatal(err)
	}
	wins, losses := 0, 0
	for game := range uint64(games) {
		b, err := hexabomb.NewBoard(m, 2, 0)
		if err != nil {
			t.Fatal(err)
		}
		me := int(game % 2)
		greedy, err := hexabots.New("greedy", b, 1-me, game)
		if err != nil {
			t.Fatal(err)
		}
		s, chance, orders := hexabomb.NewState(b), rand.New(rand.NewPCG(game, 1)), match.Draws{Seed: game}.Orders(match.Seeded, 2)
		for range turns {
			var both [2][]hexabomb.Action
			both[me], both[1-me] = Beam(s, me, chance), greedy.Act(nil, s)
			first := orders.Next()[0]
			s.Step(append(both[first], both[1-first]...), nil)
		}
		switch s.Winner() {
		case me:
			wins++
		case 1 - me:
			losses++
		}
	}
	t.Logf("%d wins, %d losses of %d", wins, losses, games)
	if wins < games*2/3 {
		t.Errorf("the beam search wins %d of %d matches", wins, games)
	}
}

// TestThePageHasTheExample: the manual's page contains both files unchanged, of which beam.go has at most 60 lines of
// code.
func TestThePageHasTheExample(t *testing.T) {
	page, err := os.ReadFile("../../../docs/searching.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"main.go", "beam.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(string(source), "package main")
		if at < 0 || !strings.Contains(string(page), "```go\n"+string(source[at:])+"```") {
			t.Errorf("docs/searching.md does not show game/internal/beam/%s from its package on", name)
		}
		lines := 0
		for line := range strings.Lines(string(source)) {
			if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "//") {
				lines++
			}
		}
		if lines > 60 {
			t.Errorf("%s has %d lines of code, expected 60 at most", name, lines)
		}
	}
}

// TestThePageIsAWholeBot: the files of the page, in a module made by its commands, are a bot that plays a match.
func TestThePageIsAWholeBot(t *testing.T) {
	stage.Only(t, "builds a module and plays")
	page, err := os.ReadFile("../../../docs/searching.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i, program := range regexp.MustCompile("(?s)```go\n(package main.*?)```").FindAllSubmatch(page, -1) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%d.go", i)), program[1], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commands := regexp.MustCompile(`(?m)^go (?:mod|get|build) .*$`).FindAllString(string(page), -1)
	if len(commands) != 4 {
		t.Fatalf("the page has the commands %q, expected four", commands)
	}
	for _, command := range commands {
		words := strings.Fields(strings.ReplaceAll(command, "../blastyard", root))
		startertest.Run(t, dir, []string{"GOPROXY=off", "GOSUMDB=off", "GOWORK=off"}, words...)
	}
	blastyard := filepath.Join(t.TempDir(), "blastyard.exe")
	startertest.Run(t, ".", nil, "go", "build", "-o", blastyard, "blastyard/cmd/blastyard")
	play := exec.CommandContext(t.Context(), blastyard, "play", "--json", "--map", "duel", "--turns", "12", "--no-timeout",
		"--replay", "none", "--no-browser", "--bot", "me=stdio:./mysearch", "--bot", "builtin:idle")
	var told bytes.Buffer
	play.Dir, play.Stderr = dir, &told
	out, err := play.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &told)
	}
	var result struct {
		Players []struct {
			Reason  string
			Score   int
			Refused int `json:"refused_actions"`
		}
	}
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	me, idle := result.Players[0], result.Players[1]
	if me.Reason != "finished" || me.Score <= idle.Score || me.Refused != 0 {
		t.Errorf("the bot of the page against one that does nothing: %+v", result.Players)
	}
}
