// Package freeport gives tests a port for a program that must be told one. A test that can let the program choose (port
// 0) does not need it.
package freeport

import (
	"strconv"
	"testing"
)

// Reserve returns a port of 127.0.0.1 on which nobody listens. The programs of the test can listen on it, there or on
// all addresses, again and again. Until the test ends, the system gives it to no program that asks for any free port:
// the test holds a socket that is bound to it and does not listen. That is so on Linux; elsewhere the port is only free
// now.
func Reserve(t testing.TB) int {
	t.Helper()
	port, release, err := reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	return port
}

// Text is a reserved port for a command line.
func Text(t testing.TB) string {
	t.Helper()
	return strconv.Itoa(Reserve(t))
}

// Address is 127.0.0.1 with a reserved port.
func Address(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + Text(t)
}
