package hook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const secret = "a secret of thirty-two letters.."

// receiver is a program that gets messages.
type receiver struct {
	*httptest.Server
	mu   sync.Mutex
	got  []string // ids of acknowledged messages, in order
	bad  []string // what was wrong with requests
	code func(id string, tries int) int
	try  map[string]int
}

func newReceiver(t *testing.T, code func(id string, tries int) int) *receiver {
	t.Helper()
	r := &receiver{code: code, try: map[string]int{}}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

// ServeHTTP computes the signature itself, as the manual says.
func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	body, _ := io.ReadAll(q.Body)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	id := q.Header.Get("X-Blastyard-Message")
	if q.Header.Get("X-Blastyard-Signature") != "sha256="+hex.EncodeToString(mac.Sum(nil)) {
		r.bad = append(r.bad, "signature of "+id)
	}
	if q.Method != http.MethodPost || string(body) != bodyOf(id) || strings.Contains(fmt.Sprint(q.Header), secret) {
		r.bad = append(r.bad, q.Method+" "+string(body))
	}
	r.try[id]++
	code := r.code(id, r.try[id])
	if code == http.StatusOK {
		r.got = append(r.got, id)
	} else if code < 400 {
		w.Header().Set("Location", "/elsewhere")
	}
	w.WriteHeader(code)
}

func (r *receiver) acknowledged() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

func bodyOf(id string) string { return `{"id":"` + id + `"}` }

// give gives messages up to a position, but none for those that can be divided by three, and then waits.
func give(last uint64) Give {
	return func(ctx context.Context, after uint64, tell func(context.Context, Message) error) error {
		for seq := after + 1; seq <= last; seq++ {
			m := Message{Seq: seq}
			if seq%3 != 0 {
				m.ID = fmt.Sprintf("m%d", seq)
				m.Body = []byte(bodyOf(m.ID))
			}
			if err := tell(ctx, m); err != nil {
				return err
			}
		}
		<-ctx.Done()
		return ctx.Err()
	}
}

// running runs a sender until stop.
func running(t *testing.T, o Options, g Give) (s *Sender, stop func()) {
	t.Helper()
	s, err := New(o, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, g) }()
	return s, func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	}
}

func within(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so: %s", what)
		}
	}
}

func options(t *testing.T, url string) Options {
	t.Helper()
	return Options{URL: url, Secret: secret, Private: true, File: filepath.Join(t.TempDir(), "hook.json"),
		pause: func(int) time.Duration { return time.Millisecond }}
}

// TestInOrder: each message arrives once, signed, in order, also one whose first tries fail, and a sender that starts
// again goes on where the receiver has acknowledged.
func TestInOrder(t *testing.T) {
	r := newReceiver(t, func(id string, tries int) int {
		if id == "m4" && tries < 4 {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	})
	o := options(t, r.URL)
	s, stop := running(t, o, give(5))
	within(t, "all has arrived", func() bool { return len(r.acknowledged()) == 4 })
	within(t, "it is noted", func() bool {
		line, fails := s.Line()
		return !fails && strings.Contains(line, "4 messages acknowledged")
	})
	stop()
	_, stop = running(t, o, give(8))
	within(t, "the rest has arrived", func() bool { return len(r.acknowledged()) == 6 })
	stop()
	if got := strings.Join(r.acknowledged(), " "); got != "m1 m2 m4 m5 m7 m8" || len(r.bad) > 0 || r.try["m4"] != 4 {
		t.Errorf("%s, %v, %v", got, r.bad, r.try)
	}
}

// TestTriesSurvive: tries and pauses are counted over restarts, a message is given up at last, and the line says so.
func TestTriesSurvive(t *testing.T) {
	r := newReceiver(t, func(id string, _ int) int {
		if id == "m1" {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	})
	o := options(t, r.URL+"/hook?key=hidden")
	tries := func() int {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.try["m1"]
	}
	long := o
	long.pause = func(int) time.Duration { return time.Hour }
	s, stop := running(t, long, give(2))
	within(t, "a try has failed", func() bool { _, fails := s.Line(); return fails })
	line, _ := s.Line()
	if !strings.Contains(line, "answers 503") || strings.Contains(line, "hidden") || strings.Contains(line, secret) {
		t.Errorf("the line is %q", line)
	}
	stop()
	again, err := New(o, 99)
	if err != nil || again.state.Tries != 1 || time.Until(again.next()) < 50*time.Minute {
		t.Fatalf("%+v, %v", again.state, err)
	}
	if text, _ := os.ReadFile(o.File); strings.Contains(string(text), secret) || strings.Contains(string(text), "hidden") {
		t.Errorf("the file is %s", text)
	}
	again.state.Next = time.Time{} // the hour is over
	if err := again.state.write(o.File); err != nil {
		t.Fatal(err)
	}
	s, stop = running(t, o, give(2))
	within(t, "the next one has arrived", func() bool { return len(r.acknowledged()) == 1 })
	within(t, "it is noted", func() bool { line, _ := s.Line(); return strings.Contains(line, "1 message acknowledged") })
	stop()
	line, fails := s.Line()
	if tries() != mostTries || !fails || !strings.Contains(line, "1 message given up after 20 tries") {
		t.Errorf("%d tries, %q", tries(), line)
	}
}

// TestNotElsewhere: an answer that sends elsewhere is not followed.
func TestNotElsewhere(t *testing.T) {
	for _, code := range []int{301, 302, 303, 307, 308} {
		r := newReceiver(t, func(string, int) int { return code })
		s, err := New(options(t, r.URL), 0)
		if err != nil {
			t.Fatal(err)
		}
		err = s.try(t.Context(), Message{1, "m1", []byte(bodyOf("m1"))})
		s.client.CloseIdleConnections()
		if err == nil || !strings.Contains(err.Error(), fmt.Sprint(code)) || r.try["m1"] != 1 {
			t.Errorf("%d: %v, tries %v", code, err, r.try)
		}
	}
}

// TestNeverPrivate: without Private, no connection is made to this machine, whatever name it has.
func TestNeverPrivate(t *testing.T) {
	r := newReceiver(t, func(string, int) int { return http.StatusOK })
	port := r.URL[strings.LastIndex(r.URL, ":"):]
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "[::1]", "[::]"} {
		o := options(t, "http://"+host+port)
		o.Private = false
		s, err := New(o, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.try(t.Context(), Message{1, "m1", []byte(bodyOf("m1"))}); !errors.Is(err, errPrivate) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if len(r.acknowledged()) > 0 {
		t.Error("a message has arrived")
	}
}

func TestIsPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "93.184.215.14": true, "2606:2800:21f::1": true, "172.32.0.1": true, "100.128.0.1": true,
		"127.0.0.1": false, "127.9.9.9": false, "10.1.2.3": false, "172.16.0.1": false, "172.31.255.255": false, "192.168.0.1": false,
		"169.254.169.254": false, "0.0.0.0": false, "0.1.2.3": false, "100.64.0.1": false, "224.0.0.1": false, "255.255.255.255": false,
		"240.0.0.1": false, "198.18.0.1": false, "192.0.0.8": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false,
		"fc00::1": false, "fd12::1": false, "ff02::1": false, "::ffff:10.0.0.1": false, "::ffff:8.8.8.8": true, "64:ff9b::a00:1": false,
		"2002:7f00:1::": false, "2001:db8::1": false, "fec0::1": false, "::7f00:1": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestPauses(t *testing.T) {
	sum := time.Duration(0)
	for tries := 1; tries < mostTries; tries++ {
		p := pauseAfter(tries)
		if p < pauseAfter(tries-1) || p > mostPause || p < time.Second {
			t.Errorf("after %d tries: %v", tries, p)
		}
		sum += p
	}
	if sum < 30*time.Minute || sum > 2*time.Hour {
		t.Errorf("a message is given up after %v", sum)
	}
}

// TestOtherAddress: a hook with another address tells from now on, and a broken file is named.
func TestOtherAddress(t *testing.T) {
	o := options(t, "http://a.example/")
	for _, c := range []struct {
		url        string
		from, want uint64
	}{{"http://a.example/", 7, 7}, {"http://a.example/", 9, 7}, {"http://b.example/", 11, 11}} {
		o.URL = c.url
		s, err := New(o, c.from)
		if err != nil || s.state.Seq != c.want {
			t.Errorf("%+v: %+v, %v", c, s, err)
		}
	}
	if err := os.WriteFile(o.File, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(o, 1); err == nil || !strings.Contains(err.Error(), o.File) {
		t.Errorf("%v", err)
	}
}
