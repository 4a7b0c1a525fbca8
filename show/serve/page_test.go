package serve

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// fetch requests an address on a connection of its own.
func fetch(t *testing.T, url string) (code int, body string, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}

func TestPageServesUntilItIsClosed(t *testing.T) {
	failed := make(chan error, 1)
	p, err := Open("", Config{Catalog: NewLive(1), Files: page, Failed: func(err error) { failed <- err }})
	if err != nil {
		t.Fatal(err)
	}
	if code, body, err := fetch(t, p.URL); err != nil || code != http.StatusOK || !strings.Contains(body, "<title>page") {
		t.Errorf("%d %q %v", code, body, err)
	}
	if p.Warning != "" || !strings.HasPrefix(p.URL, "http://127.0.0.1:") {
		t.Errorf("%+v", p)
	}
	p.Close()
	p.Close()
	if code, _, err := fetch(t, p.URL); err == nil {
		t.Errorf("a closed page answers %d", code)
	}
	select {
	case err := <-failed:
		t.Errorf("a page that was closed has failed: %v", err)
	default: // Close has waited for the server
	}
}

func TestPageForOtherMachines(t *testing.T) {
	p, err := Open("0.0.0.0:0", Config{Catalog: NewLive(1), Files: page})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if !strings.Contains(p.Warning, "whoever reaches this machine") {
		t.Errorf("warning %q", p.Warning)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.URL+"api/matches", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host, req.Close = "arena.example", true
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("another name of the machine: %s", res.Status)
	}
}

func TestPageThatCannotBeOpened(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	addr := taken.Addr().String()
	if p, err := Open(addr, Config{Catalog: NewLive(1)}); err == nil || strings.Count(err.Error(), addr) != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := Open("", Config{}); err == nil || !strings.Contains(err.Error(), "Catalog is nil") {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestPageThatEndsByItself(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error, 1)
	p, err := openAt(l, Config{Catalog: NewLive(1), Failed: func(err error) { failed <- err }})
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := <-failed; !strings.Contains(err.Error(), "serve at "+l.Addr().String()) {
		t.Error(err)
	}
	p.Close()
}
