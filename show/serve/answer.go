package serve

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// worthPacking is the size in bytes from which answers are compressed. Shorter ones fit into a packet anyway.
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
	w.Write(text) //nolint:errcheck // the reader has gone
}

// newPacker returns a wrapper that compresses the answers of a handler for readers that accept gzip.
func newPacker() (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(gzhttp.MinSize(worthPacking), gzhttp.CompressionLevel(gzip.BestSpeed),
		gzhttp.EnableZstd(false))
}

// takesGzip reports whether the reader of an answer accepts gzip. A packer must wrap the handler.
func takesGzip(w http.ResponseWriter) bool {
	switch w.(type) {
	case *gzhttp.GzipResponseWriter, gzhttp.GzipResponseWriterWithCloseNotify:
		return true
	}
	return false
}

// answer sends a body with its type.
func answer(w http.ResponseWriter, mime string, body []byte) {
	w.Header().Set("Content-Type", mime)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) //nolint:errcheck // the reader has gone
}

// answerPacked sends a gzip body to a reader that accepts gzip.
func answerPacked(w http.ResponseWriter, mime string, packed []byte) {
	w.Header().Set("Content-Encoding", "gzip")
	answer(w, mime, packed)
}

// unchanged sets the caching headers. If the reader already has this version, it sends the answer and returns true.
func unchanged(w http.ResponseWriter, r *http.Request, version string) bool {
	tag := `W/"` + version + `"`
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", tag)
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimSpace(have) == tag {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}
