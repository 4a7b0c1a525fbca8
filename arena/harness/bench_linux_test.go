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

// BenchmarkStart measures a program that does nothing, from Start to Done, at each level, and without any of this. The
// processor time is that of this process and of its children, with the bot, which takes as much as the bare program.
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
		b.Run(level.String(), func(b *testing.B) {
			folder := b.TempDir()
			var wall float64
			used := processorTime()
			for b.Loop() {
				p, err := Start(context.Background(), Command{Words: []string{"/bin/true"}, Sandbox: &Sandbox{Level: level, Folder: folder}})
				if err != nil {
					b.Fatal(err)
				}
				<-p.Done()
				e, _ := p.Exit()
				wall += float64(e.Wall.Microseconds())
			}
			b.ReportMetric(float64((processorTime()-used).Microseconds())/float64(b.N), "µs-of-processor/op")
			b.ReportMetric(wall/float64(b.N), "µs-of-the-bot/op")
		})
	}
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
