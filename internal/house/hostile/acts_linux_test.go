package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// result is what play --json tells.
type result struct {
	Winner  int `json:"winner_player_id"`
	Players []struct {
		ID     int    `json:"player_id"`
		Bot    string `json:"bot"`
		Name   string `json:"name"`
		Reason string `json:"reason"`
		Note   string `json:"note"`
	} `json:"players"`
}

// actLevels are those at which the acts are played: what they show does not depend on the levels between.
var actLevels = []level{off, namespaces}

// act plays a match in which the hostile bot does one thing, and returns what the arena printed.
func (s *stage) act(name string, l level, args ...string) (stdout, stderr string) {
	s.t.Helper()
	s.Act = name
	check(s.t, s.Write())
	check(s.t, os.WriteFile(filepath.Join(s.Home, "five.txt"), []byte("5"), 0o644))
	line := []string{"play", "--bot", s.Own + "/bot hostile", "--bot", s.Rival + "/bot rival", "--turns", "5"}
	if s.Game == "bomberman" {
		line = []string{"play", "bomberman", "--bot", s.Own, "--bot", s.Rival}
	}
	line = append(line, "--seed", "7", "--turn-time", "60s", "--sandbox", l.flag(), "--replay", "match.blast",
		"--no-browser")
	c := s.command(append(line, args...)...)
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	if err := c.Run(); err != nil {
		s.t.Fatalf("%s: %v\n%s\n%s", name, err, &out, &errOut)
	}
	return out.String(), errOut.String()
}

// rivalUnharmed reports whether the rival played to the end.
func (s *stage) rivalUnharmed(stdout string) (r result) {
	s.t.Helper()
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		s.t.Fatalf("%v: %s", err, stdout)
	}
	found := false
	for _, p := range r.Players {
		if strings.Contains(p.Bot, s.Rival) {
			found = true
			if p.Reason != "finished" || p.Note != "" {
				s.t.Errorf("the rival was harmed: %+v", p)
			}
		}
	}
	if !found {
		s.t.Errorf("no rival in %s", stdout)
	}
	return r
}

// TestForeignText has the hostile bot write escape sequences wherever a bot can write, and looks for them in what the
// organiser's terminal gets.
func TestForeignText(t *testing.T) {
	for game, names := range map[string][]string{
		"hexabomb":  {"escape-type", "escape-name", "escape-version", "escape-output", "escape-action", "escape-message"},
		"bomberman": {"escape-output", "escape-move"},
	} {
		for _, name := range names {
			t.Run(game+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := newStage(t, game, os.Getuid())
				stdout, stderr := s.act(name, off, "--explain")
				if !strings.Contains(stdout+stderr, "hostile") {
					t.Errorf("nothing was told of the hostile bot:\n%s\n%s", stdout, stderr)
				}
				printable(t, "standard output", stdout)
				printable(t, "standard error", stderr)
				for _, args := range [][]string{{"replay", "show"}, {"replay", "show", "--turn", "1"}, {"replay", "verify"}} {
					out, err := s.arena(append(args, "match.blast")...).CombinedOutput()
					if err != nil {
						t.Errorf("%v: %v", args, err)
					}
					printable(t, strings.Join(args, " "), string(out))
				}
			})
		}
	}
}

// printable looks for what could steer a terminal, or pretend to be a line of the arena's.
func printable(t *testing.T, what, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		for _, r := range line {
			if r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf)) {
				t.Errorf("%s has %U: %q", what, r, line)
				break
			}
		}
		if line == "winner: hostile" && strings.Contains(text, "winner: nobody") {
			t.Errorf("%s has a line that the bot wrote: %q", what, line)
		}
	}
}

// TestHugeActions has the hostile bot send as much as the protocol allows. The rival plays on, and the replay can be
// read.
func TestHugeActions(t *testing.T) {
	for _, name := range []string{"huge-action", "many-actions", "deep-action"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "hexabomb", os.Getuid())
			stdout, _ := s.act(name, off, "--json")
			s.rivalUnharmed(stdout)
			if out, err := s.arena("replay", "verify", "match.blast").CombinedOutput(); err != nil {
				t.Errorf("verify: %v\n%s", err, out)
			}
		})
	}
}

// TestSecondLogin has the hostile bot log in again by its own port, in every role.
func TestSecondLogin(t *testing.T) {
	for _, l := range actLevels {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newStage(t, "hexabomb", os.Getuid())
			stdout, _ := s.act("login-twice", l, "--json", "--log", "log")
			r := s.rivalUnharmed(stdout)
			if len(r.Players) != 2 {
				t.Errorf("%d players, expected 2", len(r.Players))
			}
			log, err := os.ReadFile(filepath.Join(s.Arena, "log", filepath.Base(s.Own)+".log"))
			check(t, err)
			if strings.Contains(string(log), "SECOND LOGIN") {
				t.Errorf("a second login was accepted: %s", log)
			}
		})
	}
}

// TestMoves has the hostile bot leave something else than its move. The file that a link leads to says "place bomb",
// as does the rival always: who is alive at the end has not placed one.
func TestMoves(t *testing.T) {
	for _, name := range []string{"move-link", "move-hardlink", "move-fifo", "move-folder", "move-mode",
		"move-huge", "folder-link",
		"rival-link", "folder-mode", "tamper", "run-link"} {
		for _, l := range actLevels {
			if l == off && !everything() {
				continue
			}
			if name == "move-hardlink" && l == off {
				continue // what a bot may link to it may read as well, and write into its move
			}
			t.Run(fmt.Sprintf("%s/%s", name, l), func(t *testing.T) {
				t.Parallel()
				s := newStage(t, "bomberman", os.Getuid())
				stdout, stderr := s.act(name, l, "--json")
				r := s.rivalUnharmed(stdout)
				if r.Winner < 0 || !strings.Contains(r.Players[r.Winner].Bot, s.Own) {
					t.Errorf("player %d won: the move was taken from a file of somebody else's\n%s", r.Winner, stderr)
				}
				s.emptied(l)
				if exists(s.Home, "move.txt") || exists(s.Home, "log.txt") || exists(s.Home, "state.json") {
					t.Error("the arena wrote through a link into the home folder")
				}
				if out, err := s.arena("replay", "verify", "match.blast").CombinedOutput(); err != nil {
					t.Errorf("verify: %v\n%s", err, out)
				}
			})
		}
	}
}

// TestMovesAreNotKept has the hostile bot leave 100 MiB as its move in every round of the engine.
func TestMovesAreNotKept(t *testing.T) {
	s := newStage(t, "bomberman", os.Getuid())
	s.Act = "move-huge"
	check(t, s.Write())
	if out, err := s.command("bomberman", "-b", s.Own, s.Rival, "--seed", "7",
		"--nolimit").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var total int64
	check(t, filepath.WalkDir(filepath.Join(s.Arena, "Replays"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		st, err := d.Info()
		if err == nil {
			total += st.Size()
		}
		return err
	}))
	if total == 0 || total > 32<<20 {
		t.Errorf("the match left %d bytes, expected some, and at most 32 MiB", total)
	}
}
