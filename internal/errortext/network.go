//go:build !js

package errortext

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
)

// network is the text of an error of the network or about an address of the web.
func network(err error) (text string, is bool) {
	switch e := err.(type) { //nolint:errorlint // this one, not one below it
	case *net.OpError:
		return operation(e), true
	case *net.DNSError:
		return unknownMachine(e), true
	case *net.AddrError:
		if e.Err == "invalid port" {
			return noPort(e.Addr), true
		}
		return fmt.Sprintf("%q is no address, expected HOST:PORT, and an IPv6 address in [ ]", e.Addr), true
	case *url.Error:
		return e.URL + ": " + Text(e.Err), true
	}
	return "", false
}

// operation is the text of an operation with a network that failed.
func operation(o *net.OpError) string {
	if lookup, is := errors.AsType[*net.DNSError](o.Err); is {
		return unknownMachine(lookup)
	}
	switch {
	case o.Op == "listen" && o.Addr != nil:
		return Listening(o.Addr.String(), o)
	case o.Op == "dial" && o.Addr != nil && errors.Is(o, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens at %s (connection refused)", o.Addr)
	case o.Op == "dial" && o.Addr != nil && o.Timeout():
		return fmt.Sprintf("nothing answers at %s", o.Addr)
	case o.Op == "dial":
		return Text(withoutCall(o.Err))
	}
	return o.Error()
}

// Listening says why nothing can listen at an address, HOST:PORT, and what to do.
func Listening(address string, err error) string {
	var why string
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		why = "address already in use: end what listens there, or name another port (0: any that is free)"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		why = "this machine does not have that address: 127.0.0.1 is for this machine only, " +
			"0.0.0.0 for all of its networks"
	case errors.Is(err, syscall.EACCES):
		why = "this user may not listen there: ports from 1024 are free for everybody"
	default:
		if operation, is := errors.AsType[*net.OpError](err); is {
			err = operation.Err // without the address
		}
		why = Text(withoutCall(err))
	}
	return fmt.Sprintf("cannot listen at %s: %s", address, why)
}

// withoutCall is an error of the system without the name of the system call.
func withoutCall(err error) error {
	if call, is := errors.AsType[*os.SyscallError](err); is {
		return call.Err
	}
	return err
}

// noPort is the text of a port that is none.
func noPort(port string) string {
	return fmt.Sprintf("%q is no port, expected a number from 1 to 65535", port)
}

// unknownMachine is the text of an address that was not found.
func unknownMachine(lookup *net.DNSError) string {
	if port, is := strings.CutPrefix(lookup.Name, "tcp/"); is { // the system was asked for a service of that name
		return noPort(port)
	}
	if lookup.IsNotFound && strings.Contains(lookup.Name, "://") {
		return fmt.Sprintf("%q is the address of a page, expected a machine's name or address", lookup.Name)
	}
	if host, port, is := strings.Cut(lookup.Name, ":"); is && lookup.IsNotFound && !strings.Contains(port, ":") {
		return fmt.Sprintf("%q is no machine, expected its name or address: %q, and the port %s with the option for it",
			lookup.Name, host, port)
	}
	if lookup.IsNotFound {
		return fmt.Sprintf("there is no machine called %q", lookup.Name)
	}
	return fmt.Sprintf("the address of %q cannot be looked up: %s", lookup.Name, lookup.Err)
}
