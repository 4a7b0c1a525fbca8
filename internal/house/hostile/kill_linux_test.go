package hostile

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestKilledArena ends the arena in the middle of a match, in every way, and looks for what is left of a bot that has
// children in other sessions, with an empty environment, and whose parents ended.
func TestKilledArena(t *testing.T) {
	for _, g := range games {
		if g.name == "bomberman" {
			continue // its bots are started as those of the engine, from the same process as hexabomb's
		}
		for l := off; l <= namespaces; l++ {
			for user, uid := range users() {
				if !everything() && !everyday(g.name, l, user) {
					continue
				}
				for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGHUP, syscall.SIGTERM} {
					if signal != syscall.SIGKILL && l != off && l != namespaces {
						continue // then the arena ends all by itself, as at the end of every match
					}
					t.Run(fmt.Sprintf("%s/%s/%s/%v", g.name, l, user, signal), func(t *testing.T) {
						t.Parallel()
						s := newStage(t, g.game, uid)
						s.Act = "linger"
						check(t, s.Write())
						c := s.command(g.args(s, l)...)
						out := new(output)
						c.Stdout, c.Stderr = out, out
						check(t, c.Start())
						s.waitUntil("three survivors are there", out, func() bool { return s.survivors() == 3 })
						check(t, c.Process.Signal(signal))
						err := c.Wait()
						s.waitUntil("nothing is left", out, func() bool { return len(s.processes()) == 0 })
						if signal == syscall.SIGKILL {
							s.nextStartCleans(l)
							return
						}
						if c.ProcessState.ExitCode() < 0 { // ended by a signal
							t.Errorf("%v: the arena did not end by itself: %v\n%s", signal, err, out)
						}
						s.emptied(l)
						s.replayIsClosed()
					})
				}
			}
		}
	}
}

// waitUntil waits for a condition.
func (s *stage) waitUntil(what string, out *output, condition func() bool) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Errorf("waited in vain until %s; there are %v\n%s", what, s.processes(), out)
			for pid := range s.processes() {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			s.t.FailNow()
		}
	}
}

// survivors counts the processes that want to survive.
func (s *stage) survivors() (n int) {
	for _, words := range s.processes() {
		if len(words) > 2 && words[1] == "survivor" {
			n++
		}
	}
	return n
}

// nextStartCleans starts the arena once more, with a well-behaved bot, and looks for leftovers of the first start.
func (s *stage) nextStartCleans(l level) {
	c := s.arena("play", "--bot", s.Rival+"/bot rival", "--bot", "builtin:idle", "--turns", "1", "--seed", "1",
		"--sandbox", l.flag(),
		"--replay", "none", "--quiet")
	if out, err := c.CombinedOutput(); err != nil {
		s.t.Errorf("the next start: %v\n%s", err, out)
	}
	s.emptied(l)
}

// arena is a command line of the program as the user of the scene, without anything around it.
func (s *stage) arena(args ...string) *exec.Cmd {
	c := s.command(args...)
	c.Path, c.Args = arenaProgram, append([]string{arenaProgram}, args...)
	return c
}

// replayIsClosed looks for the replay's last line: a match that was interrupted.
func (s *stage) replayIsClosed() {
	files, err := filepath.Glob(filepath.Join(s.Arena, "*.blast"))
	check(s.t, err)
	engines, err := filepath.Glob(filepath.Join(s.Arena, "Replays", "*", "*.blast"))
	check(s.t, err)
	files = append(files, engines...)
	if len(files) != 1 {
		s.t.Fatalf("replays: %v, expected one", files)
	}
	out, err := s.arena("replay", "show", "--json", files[0]).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "interrupted") {
		s.t.Errorf("the replay of the interrupted match: %v\n%s", err, out)
	}
}
