//go:build !unix

package ptytest

import "os/exec"

// Start starts a program in the terminal. There are none here: Open has skipped the test.
func (p *Terminal) Start(*exec.Cmd) { p.t.Fatal("no terminals on this system") }
