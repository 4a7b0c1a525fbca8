package errortext

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

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
		{fmt.Errorf("netorcai: cannot read: %w", io.EOF), "cannot read: it ended too early"},
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
