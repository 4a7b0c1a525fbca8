package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// attempt is one attack. It returns what it got, or why it was denied.
type attempt struct {
	name string
	try  func(*scenes.Scene) (got string, err error)
	// alone attempts run in their own process, because they may be killed.
	alone bool
}

// attacks are the attacks that need no seat.
func attacks() []attempt {
	return slices.Concat(fileAttacks, procAttacks, processAttacks, networkAttacks, kernelAttacks,
		resourceAttacks, survivalAttacks, rights)
}

// patience is how long an attack may take.
const patience = 2 * time.Minute

// errMissed is the error of an attack that got something other than it wanted.
var errMissed = errors.New("not what was wanted")

// attack tries attacks and prints a line for each.
func attack(s *scenes.Scene, list []attempt) {
	for _, a := range list {
		done := make(chan string, 1)
		go func() {
			runtime.LockOSThread() // never unlocked: the thread ends with what an attack did to it
			done <- a.result(s)
		}()
		select {
		case text := <-done:
			report(a.name, text)
		case <-time.After(patience):
			report(a.name, "undecided: still at it after "+patience.String())
		}
	}
}

// attackOutput is where the results are written.
var attackOutput = os.Stdout

func report(name, text string) {
	fmt.Fprintf(attackOutput, "ATTACK %s %s\n", name, strings.ReplaceAll(text, "\n", " "))
}

func (a attempt) result(s *scenes.Scene) string {
	if a.alone {
		return inChild(a.name)
	}
	got, err := a.try(s)
	if err != nil {
		return "denied: " + err.Error()
	}
	return "succeeded: " + got
}

// inChild runs an attack in another process of this program.
func inChild(name string) string {
	c := exec.Command(os.Args[0], "attack", name)
	c.Stderr = nil // a crash of Go's runtime prints too much
	out, err := c.Output()
	if text := strings.TrimSpace(string(out)); strings.HasPrefix(text, "succeeded") || strings.HasPrefix(text,
		"denied") {
		return text
	}
	return fmt.Sprintf("denied: its process ended: %v", err)
}

// attackAlone is the other process.
func attackAlone(args []string) {
	s, err := scenes.Read(ownFolder())
	if err != nil {
		fail(err)
	}
	for _, a := range attacks() {
		if a.name == args[0] {
			runtime.LockOSThread()
			a.alone = false
			fmt.Println(a.result(s))
		}
	}
}

// code returns the error of a raw system call, or nil for 0.
func code(e syscall.Errno) error {
	if e == 0 {
		return nil
	}
	return e
}
