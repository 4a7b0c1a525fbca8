package serve

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// worthPacking is the size in bytes from which an answer is compressed: below, it fits in a packet anyway.
const worthPacking = 1200

// fail answers with an error.
func fail(w http.ResponseWriter, code int, why string) {
	text, err := json.Marshal(map[string]string{"error": why})
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(code)
	w.Write(text) //nolint:errcheck // the reader is gone
}

// answer sends a body of a type, compressed where the reader takes that.
func answer(w http.ResponseWriter, r *http.Request, mime string, body []byte) {
	packed := takesGzip(r) && len(body) >= worthPacking
	if packed {
		body = compress(body)
	}
	send(w, mime, body, packed)
}

// send sends a body as it is; packed says that it is gzip.
func send(w http.ResponseWriter, mime string, body []byte, packed bool) {
	h := w.Header()
	h.Set("Content-Type", mime)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	w.Write(body) //nolint:errcheck // the reader is gone
}

// unchanged answers for a reader that has this version already; it sets the headers by which readers keep what they got.
func unchanged(w http.ResponseWriter, r *http.Request, version string) bool {
	tag := `W/"` + version + `"`
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", tag)
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimSpace(have) == tag {
			w.Header().Set("Vary", "Accept-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

// takesGzip says whether the reader accepts gzip.
func takesGzip(r *http.Request) bool {
	for coding := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(coding, ";")
		if strings.TrimSpace(name) != "gzip" {
			continue
		}
		q, given := strings.CutPrefix(strings.TrimSpace(quality), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		return !given || err == nil && weight > 0
	}
	return false
}
