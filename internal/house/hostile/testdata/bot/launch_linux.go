package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// launch becomes another program, after it has done what its first arguments say, up to one that is --:
//
//	pid=FILE      write the process id, which stays the same
//	open=FILE     hold a file open as descriptor scenes.InheritedFD
//	files=N       allow N open files
//	disk=DIR,SIZE mount a disk of that size there
//	processes=N   allow the user N processes and threads
//	go=DIR        make a folder the working folder
func launch(args []string) {
	for i, arg := range args {
		if arg == "--" {
			program := args[i+1]
			fail(unix.Exec(program, args[i+1:], os.Environ()))
		}
		name, value, _ := strings.Cut(arg, "=")
		if err := prepare(name, value); err != nil {
			fail(fmt.Errorf("%s: %w", arg, err))
		}
	}
	fail("launch: -- is missing")
}

func prepare(name, value string) error {
	switch name {
	case "pid":
		return os.WriteFile(value, []byte(strconv.Itoa(os.Getpid())), 0o644)
	case "open":
		fd, err := unix.Open(value, unix.O_RDONLY, 0)
		if err != nil {
			return err
		}
		return unix.Dup2(fd, scenes.InheritedFD)
	case "files":
		return limit(unix.RLIMIT_NOFILE, value)
	case "processes":
		return limit(unix.RLIMIT_NPROC, value)
	case "go":
		return os.Chdir(value)
	case "disk":
		folder, size, _ := strings.Cut(value, ",")
		return unix.Mount("tmpfs", folder, "tmpfs", 0, "size="+size)
	}
	return errors.New("unknown")
}

func limit(what int, value string) error {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return err
	}
	return syscall.Setrlimit(what, &syscall.Rlimit{Cur: n, Max: n})
}
