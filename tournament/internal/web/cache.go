package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
)

// A cache holds the answers that depend on the snapshot only, as they were made last. There are few of them: their keys
// come from the site, never from readers.
type cache struct {
	mu   sync.Mutex
	made map[string]*made
}

// made is an answer that was made, or is being made.
type made struct {
	snap *Snapshot
	once sync.Once

	body, packed []byte
	tag          string
	err          error
}

func newCache() *cache { return &cache{made: map[string]*made{}} }

// get returns the answer of a key for a snapshot. It is made once, however many ask for it.
func (c *cache) get(key string, snap *Snapshot, build func() ([]byte, error)) *made {
	c.mu.Lock()
	m := c.made[key]
	if m == nil || m.snap != snap {
		m = &made{snap: snap}
		c.made[key] = m
	}
	c.mu.Unlock()
	m.once.Do(func() {
		if m.body, m.err = build(); m.err == nil {
			m.packed, m.tag = compress(m.body), tagOf(m.body)
		}
	})
	return m
}

// serveCached serves an answer that depends on the snapshot only.
func (s *Site) serveCached(w http.ResponseWriter, r *http.Request, key, mime string,
	build func(*builder) ([]byte, error)) {
	b := s.builder(r)
	m := s.cache.get(key, s.o.Source.Snapshot(), func() ([]byte, error) { return build(b) })
	switch {
	case m.err != nil:
		s.failed(w, r, m.err)
	case unchanged(w, r, m.tag):
	case strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"):
		w.Header().Set("Content-Encoding", "gzip")
		answer(w, http.StatusOK, mime, m.packed)
	default:
		answer(w, http.StatusOK, mime, m.body)
	}
}

func compress(body []byte) []byte {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is one that exists
	}
	z.Write(body) //nolint:errcheck // a buffer takes all
	z.Close()     //nolint:errcheck // likewise
	return out.Bytes()
}

func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:8]) + `"`
}

// unchanged answers for a reader that has this version already; it sets the headers by which readers keep what they
// got.
func unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", tag)
	w.Header().Set("Vary", "Accept-Encoding")
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimSpace(have) == tag {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}
