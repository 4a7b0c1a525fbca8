package harness

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/stage"
)

func init() {
	misbehaviour["share memory"] = func() {
		memory, err := unix.Mmap(-1, 0, 400<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS)
		touchAll(memory)
		fmt.Println("mapped", err)
		time.Sleep(lifetime)
	}
	misbehaviour["make page tables"] = func() { // 4 KiB for each 2 MiB in which one page is read
		const step = 2 << 20
		size := min(80<<10, math.MaxInt/step) * step // 160 GiB, if there are enough addresses
		memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
		fmt.Println("mapped", err)
		_ = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
		fmt.Println("read", readEach(memory, step))
		time.Sleep(lifetime)
	}
	misbehaviour["open pipes"] = func() { openInChildren("open 400 pipes") }
	misbehaviour["open 400 pipes"] = func() {
		for range 200 {
			_ = unix.Pipe2(make([]int, 2), 0)
		}
		time.Sleep(lifetime)
	}
	misbehaviour["open sockets"] = func() {
		for range 200 {
			_, _ = unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		}
		time.Sleep(lifetime)
	}
}

// touchAll makes memory real. The race detector, which needs several times as much, does not look at it.
//
//go:norace
func touchAll(memory []byte) {
	for i := 0; i < len(memory); i += 4096 {
		memory[i] = 1
	}
}

//go:norace
func readEach(memory []byte, step int) (sum int) {
	for i := 0; i < len(memory); i += step {
		sum += int(memory[i])
	}
	return sum
}

// openInChildren starts processes that together open more files than one process may.
func openInChildren(behaviour string) {
	for range 12 {
		child := exec.Command(os.Args[0])
		child.Env = botEnv(behaviour)
		try("a child", child.Start())
	}
	time.Sleep(lifetime)
}

// TestWhatABotUsesIsBounded: a bot that uses too much of what the kernel does not limit for all its processes is
// killed.
func TestWhatABotUsesIsBounded(t *testing.T) {
	stage.Plain(t, "the race detector needs more memory than the bots may have")
	if stage.Raced {
		t.Skip("the race detector needs more memory than the bots may have; make memory runs this without it")
	}
	const memory = "killed: its processes use more than 256 MiB of memory"
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		for behaviour, why := range map[string]string{"share memory": memory, "make page tables": memory,
			"open pipes": "killed: its processes have more than 4096 open files"} {
			t.Run(behaviour, func(t *testing.T) {
				p := confined(t, behaviour, level, func(c *Command) { c.Sandbox.Memory = 256 << 20 })
				if e := ended(t, p); e.Signal != "SIGKILL" || e.String() != why {
					t.Errorf("%v, expected %s; %q", e, why, p.Tail(9))
				}
			})
		}
	})
}

// TestSocketsAreBounded: a bot that opens as many sockets as its processes may have open files is killed.
func TestSocketsAreBounded(t *testing.T) {
	namespacesOnly(t)
	p := confined(t, "open sockets", SandboxNamespaces)
	if e := ended(t, p); e.String() != "killed: it has more than 256 sockets" {
		t.Errorf("%v; %q", e, p.Tail(9))
	}
}

// TestProcessesBelowNamespaces: a bot that starts too many processes is killed even where the kernel counts those of
// the user, or does not count those of root.
func TestProcessesBelowNamespaces(t *testing.T) {
	for _, level := range []SandboxLevel{SandboxLimits, SandboxFiles} {
		t.Run(level.String(), func(t *testing.T) {
			p := confined(t, "fork", level, func(c *Command) { c.Sandbox.Processes = 100 })
			if e := ended(t, p); e.String() != "killed: it has more than 100 processes and threads" {
				t.Errorf("%v; %q", e, p.Tail(9))
			}
		})
	}
}
