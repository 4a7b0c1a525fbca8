package bots_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"blastyard/bots"
	"blastyard/internal/stage"
	"blastyard/internal/startertest"
)

// A starter must win so many of its matches against builtin:random. In the everyday tests it plays fewer, and must win
// all but one.
const (
	strengthMatches, strengthWins = 40, 36
	fewMatches, fewWins           = 6, 5
)

// contest says how many matches a starter plays, and how many it must win.
func contest() (matches, wins int) {
	if stage.All() {
		return strengthMatches, strengthWins
	}
	return fewMatches, fewWins
}

// strengthGames are the matches of each game: as short as they can be so that a bot that does nothing loses. In
// Bomberman random kills itself sooner or later, and a starter is a process a round.
var strengthGames = map[string][]string{
	bots.Hexabomb:  {"hexabomb", "--map", "duel", "--turns", "40"},
	bots.Bomberman: {"bomberman", "--turns", "10"},
}

// languageTools are the commands that building and running a starter needs. Without them it is skipped.
var languageTools = map[string][]string{
	"python": {"python3"}, "javascript": {"node"}, "typescript": {"node", "npm"}, "java": {"java", "javac", "mvn"}, "cpp": {"g++", "make"},
	"csharp": {"mcs", "mono"}, "rust": {"cargo"}, "go": {"go", "make"},
}

// TestStartersBeatRandom: every starter of both games, as a new bot gets it, built and played as its files say.
func TestStartersBeatRandom(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the starters of Bomberman are built with commands of Unix")
	}
	blastyard := buildBlastyard(t)
	for _, s := range slices.Concat(bots.Starters(), bots.StdioStarters()) {
		name := s.Game + "-" + s.Language
		if s.Stdio() {
			name += "-stdio"
		}
		t.Run(name, func(t *testing.T) {
			if s.Language != "python" && s.Language != "go" {
				stage.Only(t, "builds a starter with the tools of its language")
			}
			tools := languageTools[s.Language]
			if tools == nil {
				t.Fatalf("languageTools does not say what %s needs", s.Language)
			}
			for _, tool := range tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skipf("NOT TESTED: the starter in %s needs the command %s", s.Language, tool)
				}
			}
			folder := filepath.Join(t.TempDir(), "mybot")
			if _, err := s.Create(folder, "mybot"); err != nil {
				t.Fatal(err)
			}
			offline := []string{"npm_config_prefer_offline=true", "npm_config_audit=false", "npm_config_update_notifier=false"}
			startertest.Run(t, ".", offline, blastyard, "bot", "build", folder)
			matches, wins := contest()
			if err := beatsRandom(t, blastyard, s.Game, folder, matches, wins); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStrengthSeesLosers: the matches tell a bot that does nothing, and one that is random itself, from a good one.
func TestStrengthSeesLosers(t *testing.T) {
	stage.Only(t, "plays hundreds of matches")
	blastyard := buildBlastyard(t)
	for game, good := range map[string]string{bots.Hexabomb: "greedy", bots.Bomberman: "reference"} {
		if err := beatsRandom(t, blastyard, game, "builtin:"+good, strengthMatches, strengthWins); err != nil {
			t.Errorf("%s, %s: %v", game, good, err)
		}
		for _, bad := range []string{"builtin:idle", "other=builtin:random"} {
			if beatsRandom(t, blastyard, game, bad, strengthMatches, strengthWins) == nil {
				t.Errorf("%s: %s passes for a bot that beats random", game, bad)
			}
		}
	}
}

func buildBlastyard(t *testing.T) string {
	t.Helper()
	blastyard := filepath.Join(t.TempDir(), "blastyard.exe")
	startertest.Run(t, ".", nil, "go", "build", "-o", blastyard, "blastyard/cmd/blastyard")
	return blastyard
}

// beatsRandom plays a bot, as --bot takes it, against random. The error says what its result is worth.
func beatsRandom(t *testing.T, blastyard, game, bot string, matches, wins int) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	args := append([]string{"play"}, strengthGames[game]...)
	args = append(args, "--bot", bot, "--bot", "builtin:random", "--games", strconv.Itoa(matches), "--seed", "1", "--jobs", "2",
		"--turn-time", "20s", "--replay", "none", "--no-browser", "--json",
		"--env", "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC") // a Java that starts fast
	cmd := exec.CommandContext(ctx, blastyard, args...)
	cmd.Dir = t.TempDir()
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", bot, err, &stderr)
	}
	var series struct {
		Games int
		Bots  []struct {
			Wins, Draws, Losses, Failures int
			Score                         float64 `json:"mean_score"`
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &series); err != nil {
		t.Fatalf("%v in %s", err, &stdout)
	}
	if series.Games != matches || len(series.Bots) != 2 {
		t.Fatalf("the series has %d matches of %d bots", series.Games, len(series.Bots))
	}
	our := series.Bots[0]
	t.Logf("%s: %+v, %v of CPU", bot, our, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Round(100*time.Millisecond))
	if our.Wins < wins || our.Failures > 0 {
		return fmt.Errorf("%d of %d matches won with %d failures, expected at least %d and none", our.Wins, matches,
			our.Failures, wins)
	}
	return nil
}
