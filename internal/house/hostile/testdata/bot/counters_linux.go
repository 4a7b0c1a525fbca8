package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What the kernel counts for each user: timers, queued signals, inotify instances, watched files, pages of pipes.

const (
	queuedSignal = 40   // a signal that nothing else uses, and that Go ignores
	manyQueued   = 5000 // more than a bot may have of timers and queued signals
	manyPipes    = 230  // of a process; with eight of them more than a user may have pages in pipes
)

// hogCounters takes all that it can get, and keeps it. It returns how much that is.
func hogCounters() (n int, err error) {
	timers, queued, pipes, instances, watched := createTimers(manyQueued), queueSignals(manyQueued), openPipes(), 0, 0
	instances, _ = watches(120)
	if poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC); err == nil {
		watched = watchIn(poll)
	}
	for range 7 {
		if exec.Command(os.Args[0], "pipes").Start() == nil {
			pipes += manyPipes
		}
	}
	fmt.Println("timers", timers, "signals", queued, "pipes", pipes, "inotify", instances, "epoll", watched)
	if timers+queued+pipes+instances+watched == 0 {
		return 0, errMissed
	}
	return timers + queued + pipes + instances + watched, nil
}

func createTimers(most int) (n int) {
	for ; n < most; n++ {
		var id int32
		if _, _, e := unix.RawSyscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, 0, word(&id)); e != 0 {
			return n
		}
	}
	return n
}

// queueSignals queues signals for a thread that never takes them.
func queueSignals(most int) (n int) {
	done := make(chan int)
	go func() {
		runtime.LockOSThread()
		blocked := uint64(1) << (queuedSignal - 1)
		_, _, _ = unix.RawSyscall6(unix.SYS_RT_SIGPROCMASK, uintptr(unix.SIG_BLOCK), word(&blocked), 0, 8, 0, 0)
		for ; n < most && queueSignal() == nil; n++ {
		}
		done <- n
		select {}
	}()
	return <-done
}

// queueSignal queues a signal for this thread.
func queueSignal() error {
	info := [128]byte{}
	*(*int32)(unsafe.Pointer(&info[0])), *(*int32)(unsafe.Pointer(&info[8])) = queuedSignal, -1 // SI_QUEUE
	_, _, e := unix.RawSyscall6(unix.SYS_RT_TGSIGQUEUEINFO, uintptr(unix.Getpid()), uintptr(unix.Gettid()), queuedSignal,
		word(&info), 0, 0)
	if e != 0 {
		return e
	}
	return nil
}

func openPipes() (n int) {
	for ; n < manyPipes; n++ {
		var pipe [2]int
		if unix.Pipe2(pipe[:], unix.O_CLOEXEC) != nil {
			return n
		}
	}
	return n
}

// keepPipes is a process with many pipes.
func keepPipes([]string) {
	openPipes()
	time.Sleep(lifetime)
}

// watchIn watches whatever this process has open.
func watchIn(poll int) (n int) {
	for fd := range 512 {
		event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)}
		if unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, fd, &event) == nil {
			n++
		}
	}
	return n
}

// needCounters takes one of each. What the level does not give anybody is refused with ENOSYS or EPERM; all other
// errors mean that somebody else has used it up. With signals it needs what is counted with queued signals.
func needCounters(signals bool) error {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC)
	if err != nil {
		return fmt.Errorf("timerfd: %w", err)
	}
	defer unix.Close(fd)
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err == nil {
		defer unix.Close(poll)
		err = unix.EpollCtl(poll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
	}
	if err != nil {
		return fmt.Errorf("epoll: %w", err)
	}
	if err := needInotify(); err != nil && !refused(err) {
		return fmt.Errorf("inotify: %w", err)
	}
	if !signals {
		return nil
	}
	var id int32
	_, _, e := unix.RawSyscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, 0, word(&id))
	if e == 0 {
		_, _, e = unix.RawSyscall(unix.SYS_TIMER_DELETE, uintptr(id), 0, 0)
	}
	if e != 0 && !refused(e) {
		return fmt.Errorf("timer: %w", e)
	}
	if err := queueSignal(); err != nil {
		return fmt.Errorf("signal: %w", err)
	}
	return nil
}

func needInotify() error {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.InotifyAddWatch(fd, os.TempDir(), unix.IN_CREATE)
	return err
}

// refused reports whether a level refuses something to everybody.
func refused(err error) bool { return errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) }
