package hostile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// games are the ways to play in which a hostile bot may sit, and the line of the arena for each.
var games = []struct {
	name, game string
	args       func(*stage, level) []string
	output     func(*stage) string // the file of the hostile bot's output
}{
	{"hexabomb", "hexabomb", hexabombLine, func(s *stage) string { return filepath.Join(s.Arena, "log", filepath.Base(s.Own)+".log") }},
	{"bomberman", "bomberman", playBombermanLine, func(s *stage) string { return s.results("log") }},
	{"engine", "bomberman", engineLine, func(s *stage) string { return s.results("Replays/7") }},
}

// results is the file that the hostile bot has left in its folder of the first round of a match.
func (s *stage) results(match string) string {
	found, err := filepath.Glob(filepath.Join(s.Arena, match, "0", "?", scenes.ResultsFile))
	check(s.t, err)
	if len(found) != 1 {
		s.t.Fatalf("expected one file with results, found %q", found)
	}
	return found[0]
}

func hexabombLine(s *stage, l level) []string {
	return []string{"play", "--bot", s.Own + "/bot hostile", "--bot", s.Rival + "/bot rival", "--seed", "7",
		"--turns", "2",
		"--turn-time", "300s", "--sandbox", l.flag(), "--log", "log", "--replay", "match.blast", "--quiet"}
}

func playBombermanLine(s *stage, l level) []string {
	return []string{"play", "bomberman", "--bot", s.Own, "--bot", s.Rival, "--seed", "7", "--turn-time", "300s",
		"--sandbox", l.flag(), "--log", "log", "--replay", "match.blast", "--quiet"}
}

func engineLine(s *stage, l level) []string {
	return []string{"bomberman", "-b", s.Own, s.Rival, "--seed", "7", "--nolimit", "--sandbox", l.flag()}
}

// users are by whom the arena is run: root where the tests are, and an ordinary user.
func users() map[string]int {
	if os.Getuid() != 0 {
		return map[string]int{"user": os.Getuid()}
	}
	return map[string]int{"root": 0, "user": ordinary}
}

// TestMatrix plays a match with a hostile bot at each level, in each game, as each user, and compares what it could do
// with the table. The everyday stage plays one row of each of off and namespaces.
func TestMatrix(t *testing.T) {
	for _, g := range games {
		for l := off; l <= namespaces; l++ {
			for user, uid := range users() {
				if !everything() && !everyday(g.name, l, user) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%s", g.name, l, user), func(t *testing.T) {
					t.Parallel()
					s := newStage(t, g.game, uid)
					s.knock()
					if g.game == "hexabomb" {
						check(t, os.WriteFile(filepath.Join(s.Rival, "wait"), nil, 0o644))
					}
					c := s.command(g.args(s, l)...)
					var out bytes.Buffer
					c.Stdout, c.Stderr = &out, &out
					check(t, c.Start())
					if g.game == "hexabomb" {
						defer s.betray(c.Process.Pid, g.output(s))()
					}
					if err := c.Wait(); err != nil {
						t.Fatalf("the arena: %v\n%s", err, &out)
					}
					text, err := os.ReadFile(g.output(s))
					if err != nil {
						t.Fatalf("%v\n%s", err, &out)
					}
					s.compare(l, string(text))
					if g.game == "hexabomb" {
						s.portsWereTold(l)
					}
					s.emptied(l)
				})
			}
		}
	}
}

// compare compares what the bot said, and what is seen from outside, with the table.
func (s *stage) compare(l level, output string) {
	var all []attack
	for _, p := range promises {
		for _, a := range p.attacks {
			if !slices.ContainsFunc(uses, func(u attack) bool { return u.name == a.name }) {
				all = append(all, a)
			}
		}
	}
	s.compareWith(append(all, rights...), s.facts(), l, output)
}

// compareWith compares with a list of attacks.
func (s *stage) compareWith(list []attack, facts map[string]bool, l level, output string) {
	said := map[string]string{}
	for line := range strings.Lines(output) {
		if _, rest, ok := strings.Cut(line, "ATTACK "); ok {
			name, result, _ := strings.Cut(strings.TrimSpace(rest), " ")
			said[name] = result
		}
	}
	for _, a := range list {
		if a.game == "" || a.game == s.Game {
			s.expect(a, l, said[a.name], facts)
		}
		delete(said, a.name)
	}
	for name := range said {
		s.t.Errorf("%s is not in the table", name)
	}
}

// expect compares what came of an attack with what is to come of it.
func (s *stage) expect(a attack, l level, result string, facts map[string]bool) {
	came := strings.HasPrefix(result, "succeeded")
	if !came && !strings.HasPrefix(result, "denied") {
		s.t.Errorf("%s: no result: %q", a.name, result)
		return
	}
	if fact, seen := facts[a.name]; seen {
		if fact && !came {
			s.t.Errorf("%s: the bot says %q, but from outside it came through", a.name, result)
		}
		came = fact // what the bot does in a folder or a network of its own is nothing
	}
	from := a.level(s.Game, s.root)
	switch {
	case came && l >= from:
		s.t.Errorf("%s: not stopped: %s", a.name, result)
	case !came && l < from && a.machine:
		s.t.Logf("%s: this machine itself denies it: %s", a.name, result)
	case !came && l < from:
		s.t.Errorf("%s: stopped below %v: %s", a.name, from, result)
	}
}

// emptied looks whether the arena has left anything in its folder for temporary files. At level off bots use that too.
func (s *stage) emptied(l level) {
	entries, err := os.ReadDir(s.temporary())
	check(s.t, err)
	for _, e := range entries {
		if e.IsDir() && (l > off || strings.HasPrefix(e.Name(), "blastyard")) {
			s.t.Errorf("the folder %s is left in the temporary folder", e.Name())
		}
	}
}

func unlinkQueue(name *byte) bool {
	_, _, e := unix.Syscall(unix.SYS_MQ_UNLINK, uintptr(unsafe.Pointer(name)), 0, 0)
	return e == 0
}
