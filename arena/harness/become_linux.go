package harness

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// At SandboxFiles the supervisor does not start the bot directly. It starts this program once more, which restricts
// itself by Landlock and then executes the bot. So the process already has its entry in /proc when Landlock is told
// what the bot may read, and the entry can be included. Mono, for example, does not run without it.

// becomerName is the name under which this program is started to become a bot.
const becomerName = "blastyard: becoming a bot"

// errorFile is where a becomer writes why it has failed. specFile is the same as in a supervisor.
const errorFile = 3

// A supervisor does its work before the packages that this one does not need are initialised, which in a program that
// has all of blastyard takes longer than the work.
func init() { superviseIfNamed() }

// BecomeBot must be called first in main by a program that starts bots, and in TestMain by its tests. In an ordinary
// process it only records that it was called. In a process that Start has started as a bot's supervisor it does not
// return.
func BecomeBot() {
	superviseIfNamed()
	canBecome.Store(true)
	inherited()
}

// superviseIfNamed does not return in a process that was started as a bot's supervisor, or to become a bot.
func superviseIfNamed() {
	name := ""
	if len(os.Args) > 0 {
		name = os.Args[0]
	}
	var err error
	switch name {
	case supervisorName:
		err = supervise()
	case becomerName:
		err = become()
	default:
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "blastyard: start of a bot:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// become restricts this process, which the supervisor has confined otherwise, to the bot's files, and turns it into the
// bot. It returns only if it could not report why it failed.
func become() error {
	runtime.LockOSThread() // what follows holds for this thread, which becomes the bot
	spec, err := readSpec()
	inherited()
	if err == nil {
		err = failed("Landlock", spec.restrictFiles())
	}
	if err == nil {
		err = failed("", syscall.Exec(spec.Path, spec.Args, spec.Env))
	}
	return json.NewEncoder(os.NewFile(errorFile, "errors")).Encode(failureReport(err))
}

// startBecomer starts a bot that restricts itself, as spec says, and waits until the process has become the bot.
func startBecomer(spec *os.File, attr *syscall.ProcAttr) (pid int, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, failed("a pipe", err)
	}
	defer r.Close()
	attr.Env = supervisorEnv()
	attr.Files = append(attr.Files, w.Fd(), spec.Fd())
	pid, err = syscall.ForkExec(itself, []string{becomerName}, attr)
	w.Close()
	if err != nil {
		return 0, failed("starting the bot's first program", err)
	}
	var wrong report
	switch err := json.NewDecoder(r).Decode(&wrong); {
	case errors.Is(err, io.EOF): // the bot's program runs; the pipe was closed by it
		return pid, nil
	case err != nil:
		return 0, failed("restricting the bot", err)
	}
	return 0, wrong.failure()
}

// inherited prevents this process's own inherited files from being inherited by the programs that it starts.
func inherited() {
	if err := unix.CloseRange(3, ^uint(0)>>1&0x7fffffff, unix.CLOSE_RANGE_CLOEXEC); err == nil {
		return
	}
	names, _ := os.ReadDir("/proc/self/fd") // before Linux 5.11
	for _, n := range names {
		if fd, err := strconv.Atoi(n.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}
