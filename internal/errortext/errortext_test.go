package errortext

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// dial is the error of a connection that was not made.
func dial(err error) error {
	return fmt.Errorf("netorcai: cannot connect: %w", &net.OpError{Op: "dial", Net: "tcp", Err: err})
}

// TestLine: a line about an error has our words for a name that is not found, and no value of thousands of letters.
func TestOneLine(t *testing.T) {
	lookup := &net.DNSError{Err: "no such host", Name: "nosuch", Server: "10.0.0.1:53", IsNotFound: true}
	broken := &net.DNSError{Err: "server misbehaving", Name: "host", Server: "10.0.0.1:53"}
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
		{fmt.Errorf("netorcai: cannot connect: %w", &net.OpError{Op: "dial", Net: "tcp", Err: lookup}),
			`cannot connect: there is no machine called "nosuch"`},
		{dial(&net.AddrError{Err: "invalid port", Addr: "99999"}), `cannot connect: "99999" is no port, expected a number from 1 to 65535`},
		{dial(&net.DNSError{Err: "unknown port", Name: "tcp/abc"}), `cannot connect: "abc" is no port, expected a number from 1 to 65535`},
		{dial(&net.AddrError{Err: "unexpected '[' in address", Addr: "[[::1]:4242"}),
			`cannot connect: "[[::1]:4242" is no address, expected HOST:PORT, and an IPv6 address in [ ]`},
		{dial(&net.DNSError{Err: "no such host", Name: "http://localhost:4242", IsNotFound: true}),
			`cannot connect: "http://localhost:4242" is the address of a page, expected a machine's name or address`},
		{dial(&net.DNSError{Err: "no such host", Name: "localhost:4242", IsNotFound: true}),
			`cannot connect: "localhost:4242" is no machine, expected its name or address: "localhost", and the port 4242 with the option for it`},
		{fmt.Errorf("netorcai: cannot read: %w", io.EOF), "cannot read: it ended too early"},
		{fmt.Errorf("netorcai: cannot read: %w", context.Canceled), "cannot read: interrupted"},
		{fmt.Errorf("registering: no answer: %w", context.DeadlineExceeded), "registering: no answer: it took too long"},
		{fmt.Errorf("look: %w", lookup), `look: there is no machine called "nosuch"`},
		{&net.OpError{Op: "dial", Net: "tcp", Err: broken}, `the address of "host" cannot be looked up: server misbehaving`},
		{fmt.Errorf("--turns is %q", strings.Repeat("é", 5000)), `--turns is "` + strings.Repeat("é", 59) + "… (5002 letters) …" + strings.Repeat("é", 19) + `"`},
		{errors.New("/" + strings.Repeat("folder/", 60)), "/" + strings.Repeat("folder/", 60)},
	} {
		if got := Line(c.err); got != c.want {
			t.Errorf("got %q, expected %q", got, c.want)
		}
	}
}
