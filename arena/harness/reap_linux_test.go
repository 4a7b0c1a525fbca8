package harness

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// lastEnd is CLD_DUMPED, the last of the codes for a process that has ended. Higher codes mean that it was stopped.
const lastEnd = 3

func init() {
	misbehaviour["trace"] = func() { keepFromBeingReaped(os.Args[1]) }
}

// keepFromBeingReaped traces a process. Until the tracer's own input ends, the parent cannot reap the process, even
// after it has ended.
func keepFromBeingReaped(id string) {
	runtime.LockOSThread()
	pid, err := strconv.Atoi(id)
	if err == nil {
		err = unix.PtraceSeize(pid)
	}
	if err != nil {
		fmt.Println("cannot trace:", err)
		return
	}
	fmt.Println("traces")
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WSTOPPED|unix.WNOWAIT, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || info.Code <= lastEnd {
			fmt.Println("has ended", err)
			break
		}
		var status unix.WaitStatus
		if _, err := unix.Wait4(pid, &status, unix.WNOHANG|unix.WALL, nil); err == nil && status.Stopped() {
			_ = unix.PtraceCont(pid, int(status.StopSignal()))
		}
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// TestEndIsKnownBeforeTheSupervisorIsReaped: the end is reported at once, although reaping takes long on a busy
// machine.
func TestEndIsKnownBeforeTheSupervisorIsReaped(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "polite", level)
		waitUntil(t, "the bot runs", func() bool { return len(p.tailOf(Stdout, 1)) > 0 })
		tracer := exec.Command(os.Args[0], strconv.Itoa(p.body.(*supervised).cmd.Process.Pid))
		tracer.Env = botEnv("trace")
		input, err := tracer.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		output, err := tracer.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := tracer.Start(); err != nil {
			t.Fatal(err)
		}
		defer tracer.Wait() //nolint:errcheck // its result is not needed
		defer input.Close()
		said := bufio.NewScanner(output)
		if said.Scan(); said.Text() != "traces" {
			t.Skip(said.Text())
		}
		p.ask()
		if said.Scan(); said.Text() != "has ended <nil>" {
			t.Fatal(said.Text())
		}
		if !closes(p.Done(), patience) {
			t.Error("it is not done while its supervisor is not reaped")
		}
		if exit, ended := p.Exit(); !ended || exit.Code != 7 {
			t.Errorf("it ended %v with %+v", ended, exit)
		}
		select {
		case <-p.reaped:
			t.Error("the supervisor was reaped: the test tests nothing")
		default:
		}
		input.Close()
		if !closes(p.reaped, patience) {
			t.Error("the supervisor is not reaped")
		}
	})
}
