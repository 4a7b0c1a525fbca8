package harness

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// ownProcessors returns the numbers of the processors that this thread may use.
func ownProcessors() (cores []int) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		fmt.Println(err)
	}
	for core := 0; len(cores) < set.Count(); core++ {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	return cores
}

func init() {
	misbehaviour["tell its processors"] = func() { fmt.Println("processors", ownProcessors()) }
	misbehaviour["leave its processor"] = func() {
		misbehaviour["tell its processors"]()
		var all unix.CPUSet
		for core := range 64 {
			all.Set(core)
		}
		for _, thread := range []int{0, os.Getpid(), os.Getppid()} {
			_ = unix.SchedSetaffinity(thread, &all)
		}
		misbehaviour["tell its processors"]()
		child := exec.Command(os.Args[0])
		child.Env, child.Stdout = botEnv("tell its processors"), os.Stdout
		try("a child", child.Run())
	}
}

// TestCores: a bot is on the processors that it was given from its beginning, and in a sandbox neither it nor what it
// starts can leave them.
func TestCores(t *testing.T) {
	all := ownProcessors()
	if len(all) < 2 {
		t.Skip("there is one processor")
	}
	one := all[len(all)-1:]
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		for _, cores := range [][]int{one, nil} {
			p := begin(t, "leave its processor", func(c *Command) {
				c.Cores = cores
				c.Sandbox = &Sandbox{Level: level, Folder: t.TempDir(), Readable: []string{os.Args[0]}}
			})
			<-p.Done()
			got := strings.Join(p.tailOf(Stdout, 9), "\n")
			bound, free := fmt.Sprintln("processors", one), fmt.Sprintln("processors", all)
			want := strings.Repeat(free, 3)
			switch {
			case cores != nil && level > SandboxNone:
				want = strings.Repeat(bound, 3)
			case cores != nil:
				want = bound + free + free
			}
			if want += "a child succeeded"; got != want {
				t.Errorf("%v, bound to %v:\n%s\nexpected:\n%s", level, cores, got, want)
			}
		}
	}
}
