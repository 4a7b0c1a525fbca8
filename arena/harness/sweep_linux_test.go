package harness

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// crowd is how many children the bot leaves behind.
const crowd = 300

// leaveACrowd starts the children. A shell that ends starts every third of them.
func leaveACrowd() {
	for i := range crowd {
		words := []string{"sleep", "600"}
		if i%3 == 0 {
			words = []string{"sh", "-c", "sleep 600 & exit"}
		}
		cmd := exec.Command(words[0], words[1:]...)
		if err := cmd.Start(); err != nil {
			fmt.Println(err)
		}
		if i%3 == 0 {
			_ = cmd.Wait()
		}
	}
}

func init() {
	misbehaviour["leave a crowd"] = leaveACrowd
	misbehaviour["sweep a crowd"] = func() {
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			fmt.Println(err)
		}
		leaveACrowd()
		looks := 0
		left := new(supervisor).sweep(func(of int) []procStat {
			looks++
			return descendants(of)
		})
		fmt.Println("left", left, "few looks", looks <= 5, "children", len(childrenOf(os.Getpid())))
	}
}

// TestASweepLooksOnce: one look finds everything that remains of a bot, however many processes there are.
func TestASweepLooksOnce(t *testing.T) {
	p := begin(t, "sweep a crowd")
	ended(t, p)
	want := fmt.Sprintf("left %d few looks true children 0", crowd)
	if got := p.tailOf(Stdout, 1); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", p.tailOf(Stdout, 9), want)
	}
}

// TestACrowdIsKilled: all processes of a bot that ends and leaves hundreds behind are killed.
func TestACrowdIsKilled(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			p := confined(t, "leave a crowd", level, func(c *Command) { c.Sandbox.Processes = 2 * crowd })
			if e := ended(t, p); !e.Clean() || e.LeftBehind < crowd || e.LeftBehind > 2*crowd {
				t.Errorf("%v, %d left behind: %q", e, e.LeftBehind, p.tailOf(Stdout, 9))
			}
		})
	}
}
