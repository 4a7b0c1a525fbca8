package testbot

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// load keeps the machine busy in some way for a minute, or until its parent has ended.
func load(way string) {
	step := map[string]func(){"loop": spin, "fork": fork, "timer": timers(), "files": files}[way]
	if way == "memory" {
		step = copier()
	}
	parent := os.Getppid()
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && os.Getppid() == parent; {
		step()
	}
}

// fork starts a program that ends at once.
func fork() { _ = exec.Command(os.Args[0], "exit").Run() }

// copier returns a function that uses the bandwidth of the memory.
func copier() func() {
	from, to := bytes.Repeat([]byte{1}, 32<<20), make([]byte, 32<<20)
	return func() { copy(to, from) }
}

// files writes many small files, and removes them.
func files() {
	dir, err := os.MkdirTemp("", "load-")
	fatal(err)
	defer os.RemoveAll(dir)
	for n := range 1000 {
		fatal(os.WriteFile(filepath.Join(dir, fmt.Sprint(n)), nil, 0o600))
	}
}
