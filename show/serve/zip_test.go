package serve

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"testing"
)

// bigFrame returns a frame of some kB that differs a little from the previous one.
func bigFrame(turn int) []byte {
	chance := rand.New(rand.NewPCG(1, 2))
	owners := fmt.Appendf(nil, `{"turn":%d,"owners":[%d`, turn, turn)
	for i := range 1000 {
		if i%100 == turn%100 {
			chance.IntN(9)
		}
		owners = fmt.Appendf(owners, ",%d", chance.IntN(9))
	}
	return append(owners, "]}"...)
}

// counted counts the bytes that are read.
type counted struct {
	io.Reader
	read int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.read += n
	return n, err
}

// TestStreamsAreCompressed: streams are compressed for readers that accept gzip, with and without a window. Each
// event arrives complete.
func TestStreamsAreCompressed(t *testing.T) {
	for _, windows := range []int{maxWindows, 0} {
		s := start(t, Config{})
		s.server.windows = make(chan struct{}, windows)
		m := s.add("m", -1)
		req, err := http.NewRequest(http.MethodGet, s.url+"/api/matches/m/live", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", "br;q=1.0, gzip;q=0.8, *;q=0.1")
		res, err := s.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if res.Header.Get("Content-Encoding") != "gzip" || res.Header.Get("Vary") != "Accept-Encoding" {
			t.Fatalf("%v", res.Header)
		}
		packed := &counted{Reader: res.Body}
		unpacked, err := gzip.NewReader(bufio.NewReaderSize(packed, 16))
		if err != nil {
			t.Fatal(err)
		}
		r := &reader{T: t, body: res.Body, lines: newLines(unpacked)}
		plain := 0
		for turn := range 50 { // the next one follows when this one was read
			m.Add(turn, bigFrame(turn))
			if e := r.want("turn"); e.data != string(bigFrame(turn)) {
				t.Fatalf("turn %d: %.100s", turn, e.data)
			}
			plain += len(bigFrame(turn))
		}
		if most := plain / 2; packed.read > most {
			t.Errorf("%d windows: %d bytes for frames of %d", windows, packed.read, plain)
		}
		if used := len(s.server.windows); used != min(windows, 1) {
			t.Errorf("%d of %d windows are used", used, windows)
		}
		m.End([]byte(`{}`))
		r.want("end")
		if rest, err := io.ReadAll(unpacked); err != nil || len(rest) > 0 {
			t.Errorf("after the end: %q, %v", rest, err)
		}
	}
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, gzip": true, "gzip;q=0": false, "gzip;q=0.000": false, "gzip; q=0.5, br": true,
		"deflate": false, "xgzip": false, "gzip;q=x": false,
	} {
		r := &http.Request{Header: http.Header{"Accept-Encoding": {header}}}
		if got := acceptsGzip(r); got != want {
			t.Errorf("%q: %t", header, got)
		}
	}
}
