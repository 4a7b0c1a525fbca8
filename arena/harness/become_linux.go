package harness

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// At SandboxFiles the supervisor does not start the bot directly. It starts this program once more, which confines
// itself and then executes the bot. So the process already has its entry in /proc when Landlock is told what the bot
// may read, and the entry can be included. Mono, for example, does not run without it.

// becomerName is the name under which this program is started to become a bot.
const becomerName = "blastyard: becoming a bot"

// errorFile is the socket on which a becomer tells what its filter refuses, and why it has failed. specFile is the same as in a supervisor.
const errorFile = 3

// BecomeBot must be called first in main by a program that starts bots, and in TestMain by its tests. In an ordinary
// process it only records that it was called. In a process that Start has started as a bot's supervisor it does not
// return.
func BecomeBot() {
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
		canBecome.Store(true)
		inherited()
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "blastyard: start of a bot:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// become confines this process and turns it into the bot. It returns only if it could not report why it failed.
func become() error {
	runtime.LockOSThread() // what follows holds for this thread, which becomes the bot
	spec, err := readSpec()
	inherited()
	told := -1
	if err == nil {
		told, err = spec.confine()
	}
	if err == nil && told >= 0 {
		err = failed("handing on the filter", tellSupervisor(report{Kind: reportFilter}, told))
	}
	if err == nil {
		err = failed("", syscall.Exec(spec.Path, spec.Args, spec.Env))
	}
	return tellSupervisor(failureReport(err), -1)
}

// tellSupervisor sends a report from a process that becomes a bot, with a descriptor if it is not negative.
func tellSupervisor(r report, fd int) error {
	text, rights, err := r.message(fd)
	if err == nil {
		err = unix.Sendmsg(errorFile, text, rights, nil, 0)
	}
	return err
}

// startBecomer starts a bot that confines itself, and waits until the process has become the bot.
func (s *supervisor) startBecomer(attr *syscall.ProcAttr) (pid int, err error) {
	spec, err := specAsFile(s.spec)
	if err != nil {
		return 0, failed("handing on what the bot may do", err)
	}
	defer spec.Close()
	ours, theirs, err := controlPair()
	if err != nil {
		return 0, failed("a socket", err)
	}
	defer ours.Close()
	attr.Env = supervisorEnv()
	attr.Files = append(attr.Files, theirs.Fd(), spec.Fd())
	pid, err = syscall.ForkExec(itself, []string{becomerName}, attr)
	theirs.Close()
	if err != nil {
		return 0, failed("starting the bot's first program", err)
	}
	for {
		r, file, err := receive(ours)
		switch {
		case errors.Is(err, io.EOF): // the bot's program runs; the socket was closed by it
			return pid, nil
		case err != nil:
			return 0, failed("confining the bot", err)
		case r.Kind == reportFilter && file != nil:
			told, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0)
			file.Close()
			if err == nil {
				s.listener.Store(newListener(told, s.spec.place()))
			}
		default:
			return 0, r.failure()
		}
	}
}
