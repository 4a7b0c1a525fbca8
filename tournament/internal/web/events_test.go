package web

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/game/viewer"
	"blastyard/internal/text/texttest"
	"blastyard/internal/website"
	"blastyard/show/live"
	"blastyard/show/serve"
	"blastyard/tournament/event"
)

const deadline = time.Minute

// A hearer reads events one by one.
type hearer struct {
	t     *testing.T
	body  io.ReadCloser
	lines *bufio.Scanner
}

func (r *rig) hear() *hearer {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), deadline)
	r.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.http.URL+"/events", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	res, err := r.http.Client().Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { res.Body.Close() })
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		r.t.Fatalf("status %d, %v", res.StatusCode, res.Header)
	}
	return &hearer{r.t, res.Body, bufio.NewScanner(res.Body)}
}

// next returns the next event; false at the end of the stream.
func (h *hearer) next() (c change, ok bool) {
	for h.lines.Scan() {
		if data, is := strings.CutPrefix(h.lines.Text(), "data: "); is {
			if err := json.Unmarshal([]byte(data), &c); err != nil {
				h.t.Errorf("%q: %v", data, err)
			}
			return c, true
		}
	}
	return c, false
}

// until reads events until this many matches were played.
func (h *hearer) until(played int) int {
	for events := 1; ; events++ {
		c, ok := h.next()
		if !ok {
			h.t.Errorf("the stream ended before %d matches", played)
			return events
		}
		if c.Played == played {
			return events
		}
	}
}

// TestEvents: a reader gets the state at once, then each change that it can follow, and always the newest one.
func TestEvents(t *testing.T) {
	r := start(t, newFake(4, 10), nil)
	h := r.hear()
	if c, ok := h.next(); !ok || c.Played != 10 || c.Planned != 40 || c.Running != 1 || c.Done {
		t.Fatalf("the first event is %+v", c)
	}
	for played := 11; played <= 1000; played++ {
		r.src.set(func(s *Snapshot) { s.Progress.Played = played })
	}
	if events := h.until(1000); events > 990 {
		t.Errorf("%d events came for 990 changes", events)
	}
	r.src.set(func(s *Snapshot) { s.Progress.Done = true })
	if c, ok := h.next(); !ok || !c.Done {
		t.Errorf("at the end the event is %+v", c)
	}
	r.site.Close()
	if c, ok := h.next(); ok {
		t.Errorf("after the end %+v came", c)
	}
}

// TestManyReaders: 200 readers, one of which never reads, delay neither the play nor each other.
func TestManyReaders(t *testing.T) {
	r := start(t, newFake(24, 10), nil)
	r.hear() // never reads
	readers := make([]*hearer, 200)
	for i := range readers {
		readers[i] = r.hear()
	}
	for played := 11; played <= 5000; played++ {
		r.src.set(func(s *Snapshot) { s.Progress.Played = played }) // blocks the test if a reader can delay the play
	}
	var all sync.WaitGroup
	for _, h := range readers {
		all.Go(func() { h.until(5000) })
	}
	all.Wait()
	if n := r.site.streams.Open(); n != 201 {
		t.Errorf("%d streams are open, want 201", n)
	}
	if body := r.want("/metrics", http.StatusOK); !strings.Contains(body, "blastyard_readers 201\n") {
		t.Error("the metrics do not count the readers")
	}
}

// TestTooManyStreams: where every address has one stream, a further reader is told to come back later.
func TestTooManyStreams(t *testing.T) {
	r := start(t, newFake(2, 2), nil)
	r.site.streams = serve.NewCrowd(1, 1)
	other := r.site.streams.Enter(netip.MustParseAddr("192.0.2.1"), func() { t.Error("the only stream of an address ends") })
	if res, _ := r.get("/events"); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("status %d", res.StatusCode)
	}
	r.site.streams.Leave(other)
	if res, body := r.do("HEAD", "/events"); res.StatusCode != http.StatusOK || body != "" {
		t.Errorf("HEAD: %d", res.StatusCode)
	}
}

// TestManyStreamsOfOneAddress: more streams from one address than the server has, over real connections, shut neither
// the pages nor the streams of others; a class of 30 behind one address keeps all of its own.
func TestManyStreamsOfOneAddress(t *testing.T) {
	proxy, err := (&website.Options{Proxies: []string{"127.0.0.1"}}).Site()
	if err != nil {
		t.Fatal(err)
	}
	r := start(t, newFake(2, 2), func(o *Options) { o.Website = proxy })
	const most = 100
	r.site.streams = serve.NewCrowd(most, most/2)
	follow := func(from string) (*bufio.Reader, func()) {
		t.Helper()
		q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.http.URL+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("X-Forwarded-For", from)
		answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(q)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("a stream from %s: %v, %v", from, answer, err)
		}
		return bufio.NewReader(answer.Body), func() { answer.Body.Close() }
	}
	lives := func(in *bufio.Reader) bool {
		_, err := in.ReadString('\n')
		return err == nil
	}
	var class []*bufio.Reader
	for range 30 {
		in, end := follow("192.0.2.30")
		defer end()
		class = append(class, in)
	}
	for range 2 * most {
		_, end := follow("192.0.2.66")
		defer end()
	}
	in, end := follow("192.0.2.7")
	defer end()
	if !lives(in) {
		t.Error("the stream of another reader ends")
	}
	if n := r.site.streams.Open(); n > most {
		t.Errorf("%d streams are open, expected at most %d", n, most)
	}
	for i, in := range class {
		for range 4 { // what is there at once
			if !lives(in) {
				t.Fatalf("stream %d of the class ends", i)
			}
		}
	}
	r.want("/", http.StatusOK)
}

// TestHealthAndMetrics: the answers for monitoring.
func TestHealthAndMetrics(t *testing.T) {
	var wrong error
	r := start(t, newFake(4, 10), func(o *Options) { o.Health = func() error { return wrong } })
	if body := r.want("/healthz", http.StatusOK); body != `{"status":"ok"}` {
		t.Error(body)
	}
	wrong = errors.New("the broker is gone")
	if body := r.want("/healthz", http.StatusServiceUnavailable); body != `{"status":"the broker is gone"}` {
		t.Error(body)
	}
	r.want("/nothing", http.StatusNotFound)
	metrics := r.want("/metrics", http.StatusOK)
	for _, want := range []string{"blastyard_matches_played 10\n", "blastyard_matches_planned 40\n", "blastyard_workers 1\n", "blastyard_done 0\n",
		"blastyard_matches_running 1\n", "blastyard_entrants 4\n", `blastyard_http_requests_total{code="404"} 1`, `blastyard_http_requests_total{code="503"} 1`, "blastyard_http_seconds_count 3"} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics do not say %q:\n%s", want, metrics)
		}
	}
}

// TestAccessLog: each request has a line, without its query and without control characters.
func TestAccessLog(t *testing.T) {
	var log lockedBuffer
	r := start(t, newFake(4, 10), func(o *Options) { o.Log = textLog(&log) })
	r.get("/matches?entrant=secret")
	r.get("/a%0alevel=ERROR%1b[2J")
	text := log.String()
	if !strings.Contains(text, "path=/matches code=200") || !strings.Contains(text, "code=404") || strings.Contains(text, "secret") ||
		strings.Contains(text, "\x1b") || strings.Count(text, "\n") != 2 {
		t.Errorf("the log is %q", text)
	}
}

// TestLive: running matches open in the viewer.
func TestLive(t *testing.T) {
	matches := live.NewMatches(2)
	m := matches.Begin(&viewer.Header{Title: "now", Game: "tiny", Shape: viewer.Tree})
	r := start(t, newFake(4, 10), func(o *Options) { o.Live = matches.Catalog() })
	if body := r.want("/live/watch/", http.StatusOK); !strings.Contains(body, "app.js") {
		t.Error("there is no viewer")
	}
	if body := r.want("/live/watch/api/matches", http.StatusOK); !strings.Contains(body, `"id":"`+m.ID()+`"`) || !strings.Contains(body, "Winter Cup") {
		t.Errorf("the list is %s", body)
	}
	r.src.set(func(s *Snapshot) {
		running := s.Progress.Running[0]
		running.Live = m.ID()
		s.Progress.Running = []event.Running{running}
	})
	if body := r.want("/live", http.StatusOK); !strings.Contains(body, `href="live/watch/#match=`+m.ID()+`"`) {
		t.Error("the list of live matches does not link to it")
	}
	r.site.o.About.Public = time.Now().Add(time.Hour)
	r.want("/live/watch/api/matches", http.StatusForbidden)
	m.End(&viewer.End{})
}

// serving runs Serve with its own listener.
func serving(t *testing.T, site *Site, files TLS) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- site.Serve(ctx, l, files) }()
	return l.Addr().String(), sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(deadline):
			return errors.New("it does not end")
		}
	})
}

// TestServe: the server runs until its context ends, and ends event streams; headers that are too long or never arrive
// are cut off.
func TestServe(t *testing.T) {
	site, err := New(Options{Source: newFake(2, 4), About: fakeAbout()})
	if err != nil {
		t.Fatal(err)
	}
	address, stop := serving(t, site, TLS{})
	defer stop() //nolint:errcheck // checked below
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	res, err := client.Get("http://" + address + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	long := mustRequest(t, http.MethodGet, "http://"+address+"/", nil)
	long.Header.Set("X-Long", strings.Repeat("x", 64<<10))
	if res, err := client.Do(long); err == nil {
		res.Body.Close()
		if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("a head of 64 KiB: %d", res.StatusCode)
		}
	}
	if err := stop(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if _, err := io.ReadAll(res.Body); errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the event stream goes on: %v", err)
	}
	if _, err := os.Stat(site.shelf.dir); err == nil {
		t.Errorf("the folder %s stays", site.shelf.dir)
	}
}

// TestServeTLS: the server uses a certificate; errors name wrong files.
func TestServeTLS(t *testing.T) {
	site, err := New(Options{Source: newFake(2, 4), About: fakeAbout()})
	if err != nil {
		t.Fatal(err)
	}
	files, pool := certificate(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := site.Serve(t.Context(), l, TLS{Cert: files.Cert, Key: "nowhere.pem"}); err == nil || !strings.Contains(err.Error(), "nowhere.pem") {
		t.Errorf("a key that is not there: %v", err)
	}
	address, stop := serving(t, site, files)
	defer stop() //nolint:errcheck // checked below
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	defer client.CloseIdleConnections()
	res, err := client.Get("https://" + address + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(body), "Winter Cup") {
		t.Errorf("%d, %v", res.StatusCode, err)
	}
	old := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MaxVersion: tls.VersionTLS11}}} //nolint:gosec // it must be refused
	if res, err := old.Get("https://" + address + "/"); err == nil {
		res.Body.Close()
		t.Error("TLS 1.1 is taken")
	}
	if err := stop(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// certificate creates a certificate for 127.0.0.1.
func certificate(t *testing.T) (TLS, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	files := TLS{Cert: filepath.Join(t.TempDir(), "cert.pem"), Key: filepath.Join(t.TempDir(), "key.pem")}
	for name, block := range map[string]*pem.Block{files.Cert: {Type: "CERTIFICATE", Bytes: der}, files.Key: {Type: "EC PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return files, pool
}

// BenchmarkReaders measures a change when 200 readers fetch the standings of 24 entrants again.
func BenchmarkReaders(b *testing.B) {
	src := newFake(24, 100)
	site, err := New(Options{Source: src, About: fakeAbout()})
	if err != nil {
		b.Fatal(err)
	}
	defer site.Close()
	played := 0
	for b.Loop() {
		played++
		src.set(func(s *Snapshot) { s.Progress.Played = played })
		for range 200 {
			w := httptest.NewRecorder()
			req := httptest.NewRequest(http.MethodGet, "/", nil)
			req.Host = "localhost"
			req.Header.Set("Accept-Encoding", "gzip")
			site.ServeHTTP(w, req)
			if w.Code != http.StatusOK {
				b.Fatal(fmt.Sprint(w.Code))
			}
		}
	}
}

// TestCertificateOfWindows: the files of a certificate are read as editors on Windows save them.
func TestCertificateOfWindows(t *testing.T) {
	good, _ := certificate(t)
	texts := map[string][2][]byte{}
	for i, file := range []string{good.Cert, good.Key} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for how, saved := range texttest.OnWindows(string(content)) {
			pair := texts[how]
			pair[i] = saved
			texts[how] = pair
		}
	}
	for how, pair := range texts {
		dir := t.TempDir()
		files := TLS{Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem")}
		if err := errors.Join(os.WriteFile(files.Cert, pair[0], 0o600), os.WriteFile(files.Key, pair[1], 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := files.load(); err != nil {
			t.Errorf("%s: %v", how, err)
		}
	}
}
