package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// The organiser's user has an interpreter in the home folder, with which both bots run: scenes.Interpreter.

func init() {
	acts["interpreter"] = func(s *scenes.Scene) {
		playHexabomb(func() string {
			attack(s, interpreterAttacks)
			return "[]"
		})
	}
}

// interpret is the interpreter: it becomes the program that it is given.
func interpret(args []string) { fail(syscall.Exec(args[0], args, os.Environ())) }

// interpreter returns the interpreter's program and a module of it.
func interpreter() (program, module string, err error) {
	program, err = exec.LookPath(scenes.Interpreter)
	return program, filepath.Join(filepath.Dir(filepath.Dir(program)), "lib", scenes.Module), err
}

// needInterpreter starts the interpreter and reads its module.
func needInterpreter() error {
	program, module, err := interpreter()
	if err != nil {
		return err
	}
	if _, err := os.ReadFile(module); err != nil {
		return err
	}
	return exec.Command(program, "nothing").Run()
}

// interpreterAttacks hold up who uses the interpreter, or change it.
var interpreterAttacks = []attempt{
	{name: "lease-interpreter", try: onInterpreter(func(f *os.File) error {
		_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
		return err
	})},
	{name: "notify-interpreter", try: func(*scenes.Scene) (string, error) {
		program, _, err := interpreter()
		if err != nil {
			return "", err
		}
		f, err := os.Open(filepath.Dir(program))
		if err != nil {
			return "", err
		}
		defer f.Close()
		_, err = unix.FcntlInt(f.Fd(), unix.F_NOTIFY, 1) // DN_ACCESS
		return "asked", err
	}},
	{name: "mode-interpreter", try: onInterpreter(func(f *os.File) error { return os.Chmod(f.Name(), 0o755) })},
	{name: "owner-interpreter", try: onInterpreter(func(f *os.File) error {
		return os.Chown(f.Name(), os.Getuid(), os.Getgid())
	})},
	{name: "time-interpreter", try: onInterpreter(func(f *os.File) error {
		return os.Chtimes(f.Name(), time.Now(), time.Now())
	})},
	{name: "attribute-interpreter", try: onInterpreter(func(f *os.File) error {
		return unix.Setxattr(f.Name(), "user.held", []byte("x"), 0)
	})},
	{name: "write-interpreter", try: onInterpreter(func(f *os.File) error {
		w, err := os.OpenFile(f.Name(), os.O_WRONLY, 0)
		if err == nil {
			w.Close()
		}
		return err
	})},
	{name: "add-interpreter", try: onInterpreter(func(f *os.File) error {
		return os.WriteFile(filepath.Join(filepath.Dir(f.Name()), "added"), nil, 0o600)
	})},
	{name: "lock-interpreter", try: onInterpreter(func(f *os.File) error {
		return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	})},
}

// onInterpreter does something with the interpreter's module, which is open for reading.
func onInterpreter(do func(*os.File) error) func(*scenes.Scene) (string, error) {
	return func(*scenes.Scene) (string, error) {
		_, module, err := interpreter()
		if err != nil {
			return "", err
		}
		f, err := os.Open(module)
		if err != nil {
			return "", fmt.Errorf("cannot be read: %w", err)
		}
		defer f.Close()
		return module, do(f)
	}
}
