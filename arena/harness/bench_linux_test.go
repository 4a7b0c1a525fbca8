package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// BenchmarkStart measures a program that does nothing, from Start to Done, at each level, and without any of this: the
// first start of a bot, and further ones, as in the rounds of Bomberman. The processor time is that of this process and
// of its children, with the bot, which takes as much as the bare program.
func BenchmarkStart(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		used := processorTime()
		for b.Loop() {
			if err := exec.Command("/bin/true").Run(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((processorTime()-used).Microseconds())/float64(b.N), "µs-of-processor/op")
	})
	highest, _ := Reachable()
	_, remove, err := TempFolder() // as a match of rounds has one
	if err != nil {
		b.Fatal(err)
	}
	defer remove()
	for level := SandboxNone; level <= highest; level++ {
		b.Run("first/"+level.String(), func(b *testing.B) { benchmarkStart(b, level, nil) })
		b.Run("again/"+level.String(), func(b *testing.B) {
			user, err := TakeUser(level)
			if err != nil {
				b.Fatal(err)
			}
			benchmarkStart(b, level, user)
		})
	}
}

// benchmarkStart measures starts by a user, who is then freed; or, if user is nil, first starts.
func benchmarkStart(b *testing.B, level SandboxLevel, user *User) {
	c := Command{Words: []string{"/bin/true"}, Sandbox: &Sandbox{Level: level, Folder: b.TempDir(), RunAs: user}}
	if user != nil {
		c.Sandbox.Private = b.TempDir()
	}
	var wall float64
	start := func() {
		p, err := Start(context.Background(), c)
		if err != nil {
			b.Fatal(err)
		}
		<-p.Done()
		e, _ := p.Exit()
		wall += float64(e.Wall.Microseconds())
	}
	if user != nil {
		start()
	}
	wall = 0
	used := processorTime()
	for b.Loop() {
		start()
	}
	if user != nil {
		user.Free() // so that its supervisor has ended, and its processor time counts
	}
	b.ReportMetric(float64((processorTime()-used).Microseconds())/float64(b.N), "µs-of-processor/op")
	b.ReportMetric(wall/float64(b.N), "µs-of-the-bot/op")
}

// processorTime returns the processor time of this process and of its children that have ended.
func processorTime() (used time.Duration) {
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var u unix.Rusage
		if err := unix.Getrusage(who, &u); err == nil {
			used += durationOf(u.Utime) + durationOf(u.Stime)
		}
	}
	return used
}

func init() {
	misbehaviour["measure calls"] = func() {
		const rounds = 1_000_000
		runtime.LockOSThread()
		for _, c := range []struct {
			name    string
			call    uintptr
			a, b, c uintptr
		}{
			{"getpid", unix.SYS_GETPID, 0, 0, 0},
			{"fcntl", unix.SYS_FCNTL, 0, unix.F_GETFL, 0},
			{"madvise", unix.SYS_MADVISE, 0, 0, unix.MADV_DONTNEED},
			{"ioctl", unix.SYS_IOCTL, 1 << 20, 2, 0},
			{"clone3", unix.SYS_CLONE3, 0, 0, 0}, // refused in a sandbox
		} {
			began := threadTimeUsed()
			for range rounds {
				_, _, _ = unix.RawSyscall(c.call, c.a, c.b, c.c)
			}
			fmt.Println(c.name, float64(threadTimeUsed()-began)/rounds)
		}
	}
}

// threadTimeUsed returns the processor time of this thread in ns.
func threadTimeUsed() int64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return now.Nano()
}

// BenchmarkCall measures system calls of a bot at each level, the last of which a sandbox refuses.
func BenchmarkCall(b *testing.B) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		b.Run(level.String(), func(b *testing.B) {
			for b.Loop() {
				p, err := Start(context.Background(), Command{Words: []string{os.Args[0]}, Env: botEnv("measure calls"),
					Sandbox: &Sandbox{Level: level, Folder: b.TempDir(), Readable: []string{os.Args[0]}}})
				if err != nil {
					b.Fatal(err)
				}
				<-p.Done()
				for _, line := range p.tailOf(Stdout, 9) {
					var name string
					var ns float64
					if _, err := fmt.Sscan(line, &name, &ns); err == nil {
						b.ReportMetric(ns, "ns/"+name)
					}
				}
			}
		})
	}
}
