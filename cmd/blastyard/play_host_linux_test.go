package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"blastyard/replay"
)

// TestHostsTurns: turns that a bot misses because others keep the processors busy are told from its own, in the result,
// in what is printed, and in the replay. The others have sessions of their own, as those of a hostile bot may.
func TestHostsTurns(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skipf("this system does not say how long a process waits for a processor: %v", err)
	}
	for range 12 * runtime.GOMAXPROCS(0) {
		hog := exec.Command("testbot", "hog")
		hog.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := hog.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = hog.Process.Kill()
			_ = hog.Wait()
		})
	}
	file := filepath.Join(t.TempDir(), "match.blast")
	code, out, errOut := run(t, "", "play", "--map", "tiny", "--bot", "nice -n 10 testbot thinker", "--bot", "builtin:idle",
		"--turns", "40", "--seed", "1", "--turn-time", "60ms", "--json", "--replay", file)
	if code != 0 {
		t.Fatalf("exit %d, %s", code, errOut)
	}
	var result struct{ Players []playerJSON }
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatal(err)
	}
	bot := result.Players[0]
	if bot.Name != "nice" {
		bot = result.Players[1]
	}
	if bot.Late == 0 || bot.Host == 0 || bot.Host > bot.Late {
		t.Errorf("%d turns late, %d of them because of the machine, want some:\n%s", bot.Late, bot.Host, errOut)
	}
	if !strings.Contains(errOut, ": late: no answer within 60ms; the machine gave it no processor") {
		t.Errorf("it is not told:\n%s", errOut)
	}
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	marked := 0
	for i := range r.Turns {
		marked += len(r.Turns[i].Host)
	}
	if fate := r.Result.Players[bot.ID]; marked != bot.Host || fate.Host != bot.Host || fate.Late != bot.Late {
		t.Errorf("the replay marks %d turns and counts %+v, the result %d of %d", marked, fate, bot.Host, bot.Late)
	}
}

// TestOwnLateTurns: a bot that sleeps, or thinks for too long, is late by its own doing.
func TestOwnLateTurns(t *testing.T) {
	code, out, errOut := run(t, "", "play", "--map", "tiny", "--bot", "testbot slow", "--bot", "builtin:idle",
		"--turns", "10", "--seed", "1", "--turn-time", "200ms", "--json", "--replay", "none")
	var result struct{ Players []playerJSON }
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatalf("exit %d, %v, %s", code, err, errOut)
	}
	for _, p := range result.Players {
		if p.Name == "testbot" && p.Late <= p.Host || p.Name == "idle" && p.Late > 0 {
			t.Errorf("%s: %d turns late, %d of them because of the machine:\n%s", p.Name, p.Late, p.Host, errOut)
		}
	}
}
