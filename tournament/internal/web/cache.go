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

// A cache holds the newest answers that depend only on the snapshot. It stays small, because its keys come from the
// site and never from readers.
type cache struct {
	mu   sync.Mutex
	made map[string]*made
}

// made is an answer that is ready or being made.
type made struct {
	snap *Snapshot
	once sync.Once

	body, packed []byte
	tag          string
	err          error
}

func newCache() *cache { return &cache{made: map[string]*made{}} }

// get returns the answer for a key and a snapshot. It makes each answer once, however many readers ask for it.
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

// serveCached serves an answer that depends only on the snapshot.
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
		panic(err) // the level is valid
	}
	z.Write(body) //nolint:errcheck // a buffer never fails
	z.Close()     //nolint:errcheck // a buffer never fails
	return out.Bytes()
}

func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:8]) + `"`
}

// unchanged answers a reader that already has this version. It also sets the headers that let readers cache answers.
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
