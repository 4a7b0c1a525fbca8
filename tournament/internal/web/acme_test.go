package web

import (
	"context"
	"crypto/tls"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const acmeHost = "contest.example"

// certified is a site that gets its certificate from an authority.
func certified(t *testing.T, ca *authority, dir string, plain bool) (address string, told chan string, stop func() error) {
	t.Helper()
	site, err := New(Options{Source: newFake(2, 4), About: fakeAbout(), Hosts: []string{acmeHost}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	told = make(chan string, 100)
	acme := &ACME{Hosts: []string{acmeHost}, Dir: dir, Directory: ca.URL + "/directory", Client: ca.Client(),
		Tell: func(line string) { told <- line }}
	ca.mu.Lock()
	ca.alpn = l.Addr().String()
	if plain {
		if acme.HTTP, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		ca.http = acme.HTTP.Addr().String()
	}
	ca.mu.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- site.Serve(ctx, l, TLS{ACME: acme}) }()
	stop = func() error {
		cancel()
		return <-ended
	}
	return l.Addr().String(), told, stop
}

// line returns the next line that was told.
func line(t *testing.T, told chan string) string {
	t.Helper()
	select {
	case s := <-told:
		return s
	case <-time.After(time.Minute):
		t.Fatal("nothing was told in a minute")
		return ""
	}
}

// TestACME: the server gets a certificate in both ways, keeps it for its owner only, and asks for no other one when it
// starts again.
func TestACME(t *testing.T) {
	for _, kind := range []string{"tls-alpn-01", "http-01"} {
		t.Run(kind, func(t *testing.T) {
			ca, dir := newAuthority(t, kind), filepath.Join(t.TempDir(), "acme")
			for start := range 2 {
				address, told, stop := certified(t, ca, dir, kind == "http-01")
				if got := line(t, told); !strings.HasPrefix(got, "the certificate of contest.example is valid until 2") {
					t.Fatal(got)
				}
				transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: ca.roots, ServerName: acmeHost}}
				client := &http.Client{Transport: transport}
				req := mustRequest(t, http.MethodGet, "https://"+address+"/", nil)
				req.Host = acmeHost
				res, err := client.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				res.Body.Close()
				if res.StatusCode != http.StatusOK || res.Header.Get("Strict-Transport-Security") == "" {
					t.Errorf("start %d: %d, %v", start, res.StatusCode, res.Header)
				}
				if kind == "http-01" {
					testRedirect(t, ca.http)
				}
				transport.CloseIdleConnections()
				if err := stop(); err != nil {
					t.Error(err)
				}
			}
			if ca.orders != 1 {
				t.Errorf("%d certificates were ordered, expected one", ca.orders)
			}
			testPrivate(t, dir)
		})
	}
}

// testRedirect: who comes by plain HTTP is sent to HTTPS.
func testRedirect(t *testing.T, address string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req := mustRequest(t, http.MethodGet, "http://"+address+"/standings", nil)
	req.Host = acmeHost
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if got := res.Header.Get("Location"); got != "https://contest.example/standings" {
		t.Errorf("%d, to %q", res.StatusCode, got)
	}
}

// testPrivate: only the owner can read what is in a folder.
func testPrivate(t *testing.T, dir string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		return // it has no modes
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		if !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files < 2 {
		t.Errorf("%d files, %v", files, err)
	}
}

// TestACMERefused: why there is no certificate is told in words that say what to do.
func TestACMERefused(t *testing.T) {
	for problem, want := range map[string]string{
		"connection":         "it cannot connect to port 443 of contest.example: let the port through to this server (it says: as the test wants it)",
		"dns":                "it does not find the address of contest.example: enter it in the DNS",
		"unauthorized":       "another server answers at port 443 of contest.example",
		"caa":                "allows other authorities only (CAA)",
		"rateLimited":        "it was asked too often",
		"rejectedIdentifier": "it gives no certificates for contest.example",
	} {
		t.Run(problem, func(t *testing.T) {
			ca := newAuthority(t, "tls-alpn-01")
			ca.refuses = problem
			_, told, stop := certified(t, ca, t.TempDir(), false)
			got := line(t, told)
			if !strings.Contains(got, want) || !strings.HasPrefix(got, "contest.example gets no certificate from 127.0.0.1:") ||
				!strings.HasSuffix(got, "; it is tried again in 15m0s") {
				t.Error(got)
			}
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("away", func(t *testing.T) {
		ca := newAuthority(t)
		ca.Server.Close()
		_, told, stop := certified(t, ca, t.TempDir(), false)
		if got := line(t, told); !strings.Contains(got, "nothing listens at 127.0.0.1:") {
			t.Error(got)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	t.Run("folder", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, stop := certified(t, newAuthority(t), filepath.Join(file, "acme"), false)
		if err := stop(); err == nil || !strings.Contains(err.Error(), "the folder for certificates") {
			t.Error(err)
		}
	})
}

// TestCheckHost: a name that can have no certificate is refused before anybody is asked.
func TestCheckHost(t *testing.T) {
	for name, is := range map[string]bool{"contest.example": true, "a.b.example.org": true, "127.0.0.1": false, "[::1]": false,
		"::1": false, "https://contest.example": false, "contest.example:443": false, "*.example.org": false, "localhost": false,
		"": false, "a b.example": false} {
		if err := CheckHost(name); (err == nil) != is {
			t.Errorf("%q: %v", name, err)
		}
	}
	for address, is := range map[string]bool{"https://ca.example/directory": true, "http://ca.example": false, "ca.example": false} {
		if err := CheckDirectory(address); (err == nil) != is {
			t.Errorf("%q: %v", address, err)
		}
	}
}
