package hostile

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// eachCell plays at every level, as every user, in the long stage, and in the everyday stage as the matrix does.
func eachCell(t *testing.T, least level, test func(*testing.T, level, int)) {
	for l := least; l <= namespaces; l++ {
		for user, uid := range users() {
			if everything() || everyday("hexabomb", l, user) {
				t.Run(fmt.Sprintf("%s/%s", l, user), func(t *testing.T) { test(t, l, uid) })
			}
		}
	}
}

// TestUses has the hostile bot take more than it may have: it gets less, or is killed for it. The rival plays on.
func TestUses(t *testing.T) {
	least := limits
	if everything() {
		least = off
	}
	for _, a := range uses {
		t.Run(a.name, func(t *testing.T) {
			eachCell(t, least, func(t *testing.T, l level, uid int) {
				t.Parallel()
				s := newStage(t, "hexabomb", uid)
				stdout, stderr := s.act(a.name, l, "--json", "--log", "log")
				s.rivalUnharmed(stdout)
				output := s.hostileOutput()
				got := strings.Contains(output, "GOT") && strings.Contains(output, "<nil>")
				less := strings.Contains(output, "GOT") && !got
				killed := strings.Contains(stdout+stderr, " more than ")
				if stopped := l >= a.level(s.Game, s.root); stopped && !less && !killed || stopped == got {
					t.Errorf("at %v it printed %q; %s\n%s", l, output, stdout, stderr)
				}
				s.emptied(l)
			})
		})
	}
}

func (s *stage) logOfHostile() string {
	return filepath.Join(s.Arena, "log", filepath.Base(s.Own)+".log")
}

// hostileOutput is what the hostile bot printed.
func (s *stage) hostileOutput() string {
	text, err := os.ReadFile(s.logOfHostile())
	check(s.t, err)
	return string(text)
}

// TestNeedyOpponent has the hostile bot take as much as it can get of what a user's processes share. The rival needs a
// thread, a process, a file, a pipe, a socket pair, a timer, a watched file, an inotify instance and a queued signal in
// each turn, and gets them where the level gives them to anybody.
func TestNeedyOpponent(t *testing.T) {
	for _, name := range []string{"hog-processes", "hog-descriptors", "hog-watches", "hog-counters", "hog-processors"} {
		t.Run(name, func(t *testing.T) {
			if name == "hog-watches" && !everything() {
				t.Skip("it is among the counters")
			}
			eachCell(t, limits, func(t *testing.T, l level, uid int) {
				s := newStage(t, "hexabomb", uid)
				needs := ""
				if l == namespaces || s.root { // the manual says so: below, bots of the same user share queued signals
					needs = "signal"
				}
				check(t, os.WriteFile(filepath.Join(s.Rival, "needy"), []byte(needs), 0o644))
				stdout, stderr := s.act(name, l, "--json", "--log", "log")
				s.rivalUnharmed(stdout)
				if output := s.hostileOutput(); !strings.Contains(output, "GOT") {
					t.Errorf("the hostile bot did not come to its act: %q\n%s", output, stderr)
				} else {
					t.Log(output)
				}
				s.emptied(l)
			})
		})
	}
}

// TestAnotherMatchStarts has the same user start another match while the hostile bot has as many descriptors on their
// way as it can get.
func TestAnotherMatchStarts(t *testing.T) {
	eachCell(t, limits, func(t *testing.T, l level, uid int) {
		s := newStage(t, "hexabomb", uid)
		c, result, out := s.playUntilWaiting("hog-and-wait", l)
		text, err := s.arena("play", "--bot", s.Rival+"/bot rival", "--bot", "builtin:idle", "--turns", "1", "--seed", "1",
			"--sandbox", l.flag(), "--replay", "none", "--quiet", "--json").CombinedOutput()
		if err != nil || strings.Contains(string(text), `"crashed"`) {
			t.Errorf("the other match: %v\n%s", err, text)
		}
		s.proceed()
		if err := c.Wait(); err != nil {
			t.Errorf("%v\n%s\n%s", err, result, out)
		}
	})
}

// TestChangedFolder takes a bot's folder away while it plays. The match is void: the bot has not lost.
func TestChangedFolder(t *testing.T) {
	eachCell(t, limits, func(t *testing.T, l level, uid int) {
		t.Parallel()
		s := newStage(t, "hexabomb", uid)
		check(t, os.WriteFile(filepath.Join(s.Rival, "needy"), nil, 0o644))
		c, result, out := s.playUntilWaiting("wait", l)
		check(t, os.Chmod(s.Rival, 0))
		s.proceed()
		if err := c.Wait(); err == nil || !strings.Contains(out.String(), "somebody has changed the folder of rival") {
			t.Errorf("%v, expected that the match does not count:\n%s\n%s", err, result, out)
		}
		if strings.Contains(result.String(), "winner") {
			t.Errorf("a match that does not count has a result: %s", result)
		}
	})
}

// playUntilWaiting starts a match and returns when the hostile bot has done its act and waits for the test.
func (s *stage) playUntilWaiting(act string, l level) (c *exec.Cmd, result *bytes.Buffer, out *output) {
	s.Act = act
	check(s.t, s.Write())
	c = s.command("play", "--bot", s.Own+"/bot hostile", "--bot", s.Rival+"/bot rival", "--turns", "5", "--seed", "7",
		"--turn-time", "60s", "--sandbox", l.flag(), "--replay", "match.blast", "--json", "--log", "log", "--quiet")
	result, out = new(bytes.Buffer), new(output)
	c.Stdout, c.Stderr = result, out
	check(s.t, c.Start())
	s.waitUntil("the hostile bot waits", out, func() bool {
		text, _ := os.ReadFile(s.logOfHostile())
		return bytes.Contains(text, []byte("WAITING"))
	})
	return c, result, out
}

// proceed lets the hostile bot play on.
func (s *stage) proceed() { check(s.t, os.WriteFile(filepath.Join(s.Own, "go"), nil, 0o644)) }
