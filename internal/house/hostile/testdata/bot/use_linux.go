package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// What the hostile bot does in the acts that use up what others need. It keeps what it got until the match ends.
func init() {
	acts["use-processes"] = overuse("processes", func() (int, error) { return startWaiting(300) })
	acts["use-sockets"] = overuse("sockets", manySockets)
	acts["hog-processes"] = use("processes", func() (int, error) { return startWaiting(235) })
	acts["hog-descriptors"] = use("descriptors", func() (int, error) { return fly(1200) })
	acts["hog-and-wait"] = use("descriptors", func() (int, error) {
		n, _ := fly(1200)
		_, err := waitForGo()
		return n, err
	})
	acts["hog-watches"] = use("watches", func() (int, error) { return watches(120) })
	acts["hog-counters"] = use("counters", hogCounters)
	acts["wait"] = use("time", waitForGo)
	acts["hog-processors"] = use("processors", busyProcesses)
}

// use plays and takes much of something in the first turn.
func use(what string, take func() (int, error)) func(*scenes.Scene) {
	return func(*scenes.Scene) {
		playHexabomb(func() string {
			n, err := take()
			fmt.Printf("GOT %d %s: %v\n", n, what, err)
			return "[]"
		})
	}
}

// overuse takes more than a bot may have. In a sandbox it waits to be killed for it.
func overuse(what string, take func() (int, error)) func(*scenes.Scene) {
	return use(what, func() (n int, err error) {
		n, err = take()
		var limit unix.Rlimit
		if err == nil && unix.Getrlimit(unix.RLIMIT_CORE, &limit) == nil && limit.Max == 0 {
			time.Sleep(lifetime)
		}
		return n, err
	})
}

// manySockets has processes with thousands of sockets together.
func manySockets() (n int, err error) {
	for ; n < 12; n++ {
		if err := exec.Command(os.Args[0], "sockets").Start(); err != nil {
			return n, err
		}
	}
	return n, nil
}

// sockets is a process with many sockets.
func sockets([]string) {
	for range 200 {
		_, _ = unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	}
	time.Sleep(lifetime)
}

func watches(most int) (n int, err error) {
	for ; n < most; n++ {
		if _, err = unix.InotifyInit1(unix.IN_CLOEXEC); err != nil {
			return n, err
		}
	}
	return n, nil
}

// busyProcesses starts some processes that compute for ten seconds.
func busyProcesses() (int, error) {
	for i := range 6 {
		if err := exec.Command(os.Args[0], "busy").Start(); err != nil {
			return i, err
		}
	}
	return 6, nil
}

func busy([]string) {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
	}
}

// waitForGo waits until the test has done something.
func waitForGo() (int, error) {
	fmt.Println("WAITING")
	for end := time.Now().Add(lifetime); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(ownFolder(), "go")); err == nil {
			return 1, nil
		}
	}
	return 0, errMissed
}

// need is what a well-behaved bot may need in a turn: its folder, threads, a process, a file and a pipe, and what the
// file needy names.
func need() error {
	named, err := os.ReadFile(filepath.Join(ownFolder(), "needy"))
	if err != nil {
		return err
	}
	if err := needCounters(bytes.Contains(named, []byte("signal"))); err != nil {
		return err
	}
	if bytes.Contains(named, []byte("interpreter")) {
		if err := needInterpreter(); err != nil {
			return err
		}
	}
	if _, err := os.ReadFile(filepath.Join(ownFolder(), "secret.txt")); err != nil {
		return err
	}
	const threads = 40 // as many as an interpreter may have
	var started sync.WaitGroup
	all := make(chan struct{})
	for range threads {
		started.Add(1)
		go func() {
			runtime.LockOSThread() // never unlocked: the thread ends, and the next turn needs others
			started.Done()
			<-all
		}()
	}
	started.Wait()
	defer close(all)
	f, err := os.CreateTemp("", "needed")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.WriteString("needed"); err != nil {
		return err
	}
	pipe := make([]int, 2)
	if err := unix.Pipe2(pipe, unix.O_CLOEXEC); err != nil {
		return err
	}
	for _, fd := range pipe {
		defer unix.Close(fd)
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(pair[0])
	defer unix.Close(pair[1])
	c := exec.Command(os.Args[0], "nothing")
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return c.Run()
}
