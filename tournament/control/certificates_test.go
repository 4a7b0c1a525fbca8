package control

import (
	"net"
	"strings"
	"testing"

	"blastyard/tournament/internal/web"
)

// TestACMENames: names and authorities that cannot be right are refused with the option, and pages are announced by the
// name of the certificate.
func TestACMENames(t *testing.T) {
	for want, c := range map[string]struct {
		host, directory string
	}{
		`--acme "127.0.0.1": expected a name`:                  {"127.0.0.1", ""},
		`--acme "https://contest.example": expected a name`:    {"https://contest.example", ""},
		`--acme-directory "http://ca.example": expected the a`: {"contest.example", "http://ca.example"},
	} {
		if _, err := ACME([]string{c.host}, c.directory); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	a, err := ACME([]string{"contest.example", "www.contest.example"}, "")
	if err != nil {
		t.Fatal(err)
	}
	for port, want := range map[int]string{443: "https://contest.example/", 8443: "https://contest.example:8443/"} {
		if got := addressOf(&net.TCPAddr{IP: net.IPv4zero, Port: port}, web.TLS{ACME: a}); got != want {
			t.Errorf("port %d: %s, expected %s", port, got, want)
		}
	}
}
