package server_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// driver starts the players of a benchmark: this test binary again, or a program in C that shares nothing with it.
type driver struct {
	name  string
	start func(tb testing.TB, what string, at net.Addr, players, ack, size int) (wait func())
}

func goDriver() driver {
	return driver{"go", func(tb testing.TB, what string, at net.Addr, players, ack, size int) func() {
		return startPlayers(tb, fmt.Sprint(what, " ", at, " ", players, " ", ack, " ", size))
	}}
}

// cDriver builds testdata/light.c. ok is false without a compiler.
func cDriver(tb testing.TB) (d driver, ok bool) {
	tb.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		return d, false
	}
	program := filepath.Join(tb.TempDir(), "light")
	if out, err := exec.Command(cc, "-O2", "-o", program, filepath.Join("testdata", "light.c")).CombinedOutput(); err != nil {
		tb.Fatalf("cc: %v\n%s", err, out)
	}
	return driver{"c", func(tb testing.TB, what string, at net.Addr, players, ack, size int) func() {
		tb.Helper()
		_, port, err := net.SplitHostPort(at.String())
		if err != nil {
			tb.Fatal(err)
		}
		cmd := exec.Command(program, what, port, fmt.Sprint(players), fmt.Sprint(ack), fmt.Sprint(size))
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			tb.Fatal(err)
		}
		return func() { _ = cmd.Wait() }
	}}, true
}

// TestLightPlayersInC plays a short game with the players of the benchmark.
func TestLightPlayersInC(t *testing.T) {
	d, ok := cDriver(t)
	if !ok {
		t.Skip("no C compiler")
	}
	if perSecond, _ := playFast(t, d, load{"", 3, 2000, 100, "tiny"}, 50, false, true); perSecond <= 0 {
		t.Errorf("%v turns a second", perSecond)
	}
}
