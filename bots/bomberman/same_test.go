package bomberman_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/bots"
	"blastyard/bots/bomberbots"
	"blastyard/internal/stage"
	"blastyard/internal/startertest"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// moment is a round of a match, and what the starter in Python did in it.
type moment struct {
	round   int
	state   string // state.json
	command bomberman.Command
}

// seedOfTest is the seed that every starter gets.
const seedOfTest = "BLASTYARD_SEED=2147483600"

// TestStartersPlayTheSame: for each state and seed every starter gives the command that the one in Python gives, in
// rounds and over stdio, so that none is better or worse for its language.
func TestStartersPlayTheSame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the starters are built with commands of Unix")
	}
	rounds := 100
	if stage.All() {
		rounds = 150
	}
	python, err := bots.FindStdio(bots.Bomberman, "python")
	if err != nil {
		t.Fatal(err)
	}
	var moments []moment
	folder := created(t, python)
	for seed, opponent := range []string{"hunter", "reference"} {
		moments = append(moments, played(t, folder, opponent, int32(seed+1), rounds)...)
	}
	checkCommands(t, moments)
	for _, s := range slices.Concat(bots.StdioStarters(), bots.Starters()) {
		if s.Game != bots.Bomberman || s == python {
			continue
		}
		name := s.Language
		if s.Stdio() {
			name += " over stdio"
		}
		t.Run(name, func(t *testing.T) {
			if s.Language != "go" && s.Language != "python" {
				stage.Only(t, "builds a starter with the tools of its language, some from a registry")
			}
			if s.Stdio() {
				checkOverStdio(t, s, moments)
			} else {
				checkInRounds(t, s, moments)
			}
		})
	}
}

// checkCommands fails the test if the matches show too little.
func checkCommands(t *testing.T, moments []moment) {
	t.Helper()
	var seen [bomberman.NumCommands]int
	for _, m := range moments {
		seen[m.command]++
	}
	t.Logf("%d rounds, each command so often: %v", len(moments), seen)
	for _, c := range []bomberman.Command{bomberman.Up, bomberman.Left, bomberman.Right, bomberman.Down,
		bomberman.PlaceBomb, bomberman.TriggerBomb} {
		if seen[c] < 2 {
			t.Errorf("the starter in Python gave the command %d so often: %d, expected 2 at least", c, seen[c])
		}
	}
}

// created makes a new bot of a starter, builds it and returns its folder.
func created(t *testing.T, s bots.Starter) string {
	t.Helper()
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	folder := filepath.Join(t.TempDir(), "new")
	if _, err := s.Create(folder, "mybot"); err != nil {
		t.Fatal(err)
	}
	build := [][]string{{"make"}}
	switch i := slices.IndexFunc(starters, func(known starter) bool { return known.folder == s.Language }); {
	case !s.Stdio():
		build = starters[i].build
	case s.Build == "":
		build = nil
	}
	for _, words := range build {
		startertest.Run(t, folder, nil, words...)
	}
	return folder
}

// played plays rounds of a match of the starter in Python over stdio, which has the key A, with a built-in bot.
func played(t *testing.T, folder, opponent string, seed int32, rounds int) (moments []moment) {
	t.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, seed)
	if err != nil {
		t.Fatal(err)
	}
	other, err := bomberbots.New(opponent, m, 1, uint64(seed))
	if err != nil {
		t.Fatal(err)
	}
	bot := talkTo(t, folder, "python3", "bot.py")
	s, text := bomberman.NewState(m), wire.Text{Names: names}
	for range rounds {
		if s.Over() {
			break
		}
		now := moment{round: s.Round(), state: string(text.AppendState(nil, s))}
		now.command = bot.command(now)
		moments = append(moments, now)
		s.Step([]bomberman.Command{now.command, other.Act(s)}, make([]bool, 2))
	}
	return moments
}

// talker is a starter over stdio.
type talker struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
}

func talkTo(t *testing.T, folder string, words ...string) *talker {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 10*time.Minute) // it ends after the test
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Stderr = folder, os.Stderr
	cmd.Env = append(os.Environ(), seedOfTest)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer cancel()
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the starter did not end well: %v", err)
		}
	})
	if _, err := io.WriteString(in, `{"type":"start","game":"bomberman","player":0,"key":"A","players":2}`+"\n"); err != nil {
		t.Fatal(err)
	}
	return &talker{t, in, bufio.NewReader(out)}
}

// command asks for the command of a round.
func (b *talker) command(m moment) bomberman.Command {
	b.t.Helper()
	if _, err := fmt.Fprintf(b.in, `{"type":"turn","turn":%d,"state":%s}`+"\n", m.round, m.state); err != nil {
		b.t.Fatal(err)
	}
	line, err := b.out.ReadBytes('\n')
	if err != nil {
		b.t.Fatal(err)
	}
	var answer struct{ Command *bomberman.Command }
	if err := json.Unmarshal(line, &answer); err != nil || answer.Command == nil {
		b.t.Fatalf("round %d: the answer is %q: %v", m.round, line, err)
	}
	return *answer.Command
}

func checkOverStdio(t *testing.T, s bots.Starter, moments []moment) {
	t.Helper()
	folder, words := created(t, s), strings.Fields(strings.TrimPrefix(s.Run, "stdio:"))
	bot := talkTo(t, folder, words...)
	for _, m := range moments {
		checkSame(t, m, bot.command(m))
	}
}

// checkInRounds starts the starter for some of the moments only: a process takes long to start.
func checkInRounds(t *testing.T, s bots.Starter, moments []moment) {
	t.Helper()
	known := starters[slices.IndexFunc(starters, func(known starter) bool { return known.folder == s.Language })]
	folder, round := created(t, s), t.TempDir()
	own := filepath.Join(round, "A")
	if err := os.Mkdir(own, 0o755); err != nil {
		t.Fatal(err)
	}
	bot := readBotFile(t, folder)
	words := append(slices.Clone(known.run), filepath.Join(folder, bot.RunFile), "A", round)
	step := 13
	if stage.All() {
		step = 4
	}
	for i := 0; i < len(moments); i += step {
		if err := os.WriteFile(filepath.Join(own, "state.json"), []byte(moments[i].state), 0o644); err != nil {
			t.Fatal(err)
		}
		startertest.Run(t, folder, []string{seedOfTest}, append(words, strings.Fields(bot.RunArgs)...)...)
		move, err := os.ReadFile(filepath.Join(own, "move.txt"))
		if err != nil {
			t.Fatal(err)
		}
		command, err := strconv.Atoi(string(move))
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, moments[i], bomberman.Command(command))
	}
}

func checkSame(t *testing.T, m moment, got bomberman.Command) {
	t.Helper()
	if got != m.command {
		t.Fatalf("round %d: the command is %d, that of Python %d, in the state\n%s", m.round, got, m.command, m.state)
	}
}
