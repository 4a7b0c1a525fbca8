package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseStat(t *testing.T) {
	const rest = " 5 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1000 200"
	for _, c := range []struct {
		stat string
		want procStat
		ok   bool
	}{
		{"42 (bot) S" + rest, procStat{42, 5, 42, 987654, true, false}, true},
		{"42 (a) R (b c) Z" + rest, procStat{42, 5, 42, 987654, false, false}, true},
		{"42 (bot) X" + rest, procStat{42, 5, 42, 987654, false, false}, true},
		{"42 (kworker/0:1) I 2 0 0 0 -1 69238880" + strings.Repeat(" 0", 20), procStat{42, 2, 0, 0, true, true}, true},
		{"42 (bot) S 5 42", procStat{}, false},
		{"", procStat{}, false},
	} {
		got, ok := parseStat(42, c.stat)
		if ok != c.ok || !cmp.Equal(c.want, got, cmp.AllowUnexported(procStat{})) {
			t.Errorf("%q: got %+v, %v", c.stat, got, ok)
		}
	}
	if st, ok := readStat(os.Getpid()); !ok || st.parent != os.Getppid() || !st.alive || st.birth == 0 {
		t.Errorf("of this process: %+v, %v", st, ok)
	}
}

// TestBotDiesWithUs: the kernel kills the bot of a program that is killed itself.
func TestBotDiesWithUs(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), botEnv("starter")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 20)
	n, err := out.Read(b)
	bot, _ := strconv.Atoi(strings.TrimSpace(string(b[:n])))
	if err != nil || !alive(bot) {
		t.Errorf("the starter said %q, %v", b[:n], err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	for end := time.Now().Add(patience); alive(bot); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			syscall.Kill(bot, syscall.SIGKILL)
			t.Fatal("the bot lives on")
		}
	}
}

// starter starts a bot, says its number and waits to be killed. Goroutines and threads come and go meanwhile.
func starter() {
	p, err := Start(context.Background(), Command{Words: []string{os.Args[0]}, Env: botEnv("stubborn")})
	if err != nil {
		fmt.Println(err)
		return
	}
	for len(p.TailOf(Stdout, 1)) == 0 {
		time.Sleep(time.Millisecond)
	}
	fmt.Println(p.Pid())
	time.Sleep(time.Minute)
}

func init() { misbehaviour["starter"] = starter }

// TestStrangersLive: the search for what a bot left behind touches nothing else of the same user.
func TestStrangersLive(t *testing.T) {
	stranger := exec.Command(os.Args[0])
	stranger.Env = append(botEnv("stubborn"), MarkVariable+"=another")
	stranger.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	p := begin(t, "keep setsid child")
	if err := stranger.Start(); err != nil { // younger than the bot
		t.Fatal(err)
	}
	defer stranger.Wait()
	defer stranger.Process.Kill()
	ready(t, p)
	if err := p.Stop(0); err != nil {
		t.Fatal(err)
	}
	if !alive(stranger.Process.Pid) {
		t.Error("a stranger was killed")
	}
}

func TestTimeToCleanUpIsNotTheBotsTime(t *testing.T) {
	began := time.Now()
	p := begin(t, "leave setsid child")
	e := ended(t, p)
	// Whoever left a child costs one pause of the cleaning at least, after its own end.
	if rest := time.Since(began) - e.Wall; e.LeftBehind == 0 || rest < killPause {
		t.Errorf("left %d behind, wall time leaves %v for cleaning up, want at least %v", e.LeftBehind, rest, killPause)
	}
}
