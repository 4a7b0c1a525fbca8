package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	stages "blastyard/internal/stage"
)

// poor is a user whom no other program uses, nor another run of these tests: the number of processes is limited for each
// user.
var poor = 40_000 + os.Getpid()%20_000

// A fault is a machine that has run out of something.
type fault struct {
	name   string
	launch []string // what the arena's starter does; see bot/launch_linux.go
	uid    int
	word   string // in the reason that the arena gives
}

// faults are limits at which the arena cannot start, others at which it fails in the middle, and some that suffice.
func faults(t *testing.T) (list []fault) {
	for _, n := range []int{8, 10, 12, 14, 16, 18, 20, 24, 28, 36, 48, 64} {
		list = append(list, fault{name: fmt.Sprintf("%d descriptors", n), launch: []string{fmt.Sprintf("files=%d", n)},
			uid: os.Getuid(), word: "too many open files"})
	}
	if os.Getuid() == 0 {
		for _, n := range []int{5, 8, 10, 12, 14, 16, 20, 30} {
			list = append(list, fault{name: fmt.Sprintf("%d processes", n), launch: []string{fmt.Sprintf("processes=%d", n)},
				uid: poor, word: "resource temporarily unavailable"})
		}
	} else {
		t.Log("without root the processes of a user cannot be limited: other programs of the user count")
	}
	return list
}

// TestPoorMachine plays matches on machines that have run out of something: either all goes well, or the arena says
// what failed and names no winner. Nobody is blamed.
func TestPoorMachine(t *testing.T) {
	stages.Only(t, "many matches")
	played, failed := 0, 0
	for _, f := range faults(t) {
		for _, game := range []string{"hexabomb", "bomberman"} {
			if game == "hexabomb" && f.uid == poor {
				continue // its bots here have threads of their own, which the limit hits as well
			}
			t.Run(f.name+"/"+game, func(t *testing.T) {
				s := newStage(t, game, f.uid)
				if s.playPoor(f) {
					played++
				} else {
					failed++
				}
			})
		}
	}
	if played == 0 || failed == 0 {
		t.Errorf("%d matches were played and %d not, expected some of each", played, failed)
	}
}

// playPoor plays a match of two bots that do nothing wrong.
func (s *stage) playPoor(f fault) (played bool) {
	var players []string
	for _, dir := range []string{s.Own, s.Rival} {
		check(s.t, os.WriteFile(filepath.Join(dir, "run"), []byte("#!/bin/sh\necho 5 >\"$2/move.txt\"\n"), 0o755))
		check(s.t, os.WriteFile(filepath.Join(dir, "bot.json"),
			[]byte(`{"NickName":"x","BotType":"CPlusPlus","RunFile":"run"}`), 0o644))
		if s.Game == "bomberman" {
			players = append(players, "--bot", dir)
		} else {
			players = append(players, "--bot", dir+"/bot rival")
		}
	}
	args := append([]string{"play", s.Game, "--seed", "7", "--replay", "none", "--json", "--quiet",
		"--turn-time", "60s"}, players...)
	if s.Game == "hexabomb" {
		args = append(args, "--turns", "3")
	}
	c := s.poor(f.launch, args...)
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	err := c.Run()
	if err != nil {
		if out.Len() > 0 {
			s.t.Errorf("%v, but there is a result:\n%s\n%s", err, short(&out), short(&errOut))
		}
		told := strings.Contains(errOut.String(), f.word) || strings.Contains(errOut.String(), "its supervisor ended")
		if code := c.ProcessState.ExitCode(); code == 1 && !told {
			s.t.Errorf("the reason is not told, expected %q:\n%s", f.word, short(&errOut))
		} else if code != 1 && !strings.Contains(errOut.String(), "runtime") {
			s.t.Errorf("exit code %d, expected 1:\n%s", code, short(&errOut))
		}
		return false
	}
	var r result
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		s.t.Fatalf("%v: %s", err, &out)
	}
	for _, p := range r.Players {
		if p.Reason != "finished" || p.Note != "" {
			s.t.Errorf("a bot was blamed: %+v\n%s", p, short(&errOut))
		}
	}
	return true
}

// poor is a command line of the arena after what its starter is told to do.
func (s *stage) poor(launch []string, args ...string) *exec.Cmd {
	c := s.command(args...)
	c.Args = append(append([]string{botProgram, "launch"}, launch...), append([]string{"--", arenaProgram}, args...)...)
	return c
}

// short is the end of an output.
func short(out *bytes.Buffer) string {
	text := out.String()
	if n := len(text); n > 1000 {
		return "… " + text[n-1000:]
	}
	return text
}

// TestFullDisk plays on a disk that is full, or gets so in the middle of the match. What was asked for and cannot be
// written is an error with its reason.
func TestFullDisk(t *testing.T) {
	rows := []struct {
		name, game, size string
		args             []string
		voided           bool // there is no result
	}{
		{"replay", "hexabomb", "12k", []string{"--replay", "match.blast", "--turns", "2000"}, false},
		{"log", "hexabomb", "32k", []string{"--replay", "none", "--turns", "20", "--log", "log"}, false},
		{"rounds", "bomberman", "64k", []string{"--replay", "none"}, true},
		{"engine", "engine", "300k", nil, true},
		{"engine from the start", "engine", "4k", nil, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, row.game, os.Getuid())
			s.Act = "noisy"
			check(t, s.Write())
			args := append([]string{"play", "--bot", s.Own + "/bot hostile", "--bot", s.Rival + "/bot rival",
				"--quiet", "--seed", "7"}, row.args...)
			switch row.game {
			case "bomberman":
				args = append([]string{"play", "bomberman", "--bot", s.Own, "--bot", s.Rival, "--quiet", "--seed", "7"},
					row.args...)
			case "engine":
				args = []string{"bomberman", "-b", s.Own, s.Rival, "--seed", "7", "--sandbox", "off"}
			}
			c := s.poor([]string{"disk=" + s.Arena + "," + row.size, "go=" + s.Arena}, args...)
			c.Env = append(c.Env, "TMPDIR="+s.Arena)
			c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
			var out, errOut bytes.Buffer
			c.Stdout, c.Stderr = &out, &errOut
			err := c.Run()
			if c.Process == nil {
				t.Skipf("this machine allows no user namespaces: %v", err)
			}
			if code := c.ProcessState.ExitCode(); code != 1 || !strings.Contains(errOut.String(), "no space left") {
				t.Errorf("exit code %d, expected 1 and the reason:\n%s\n%s", code, short(&out), short(&errOut))
			}
			if row.voided && (strings.Contains(out.String(), "winner") || strings.Contains(out.String(), "Leader")) {
				t.Errorf("a match that the arena could not play has a result:\n%s", short(&out))
			}
		})
	}
}
