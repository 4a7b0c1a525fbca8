package serve

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzhttp"
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

// newPacker returns what compresses the answers of a handler for the readers that take gzip.
func newPacker() (func(http.Handler) http.HandlerFunc, error) {
	return gzhttp.NewWrapper(gzhttp.MinSize(worthPacking), gzhttp.CompressionLevel(gzip.BestSpeed),
		gzhttp.EnableZstd(false))
}

// takesGzip says whether the reader of an answer, of a handler that a packer wraps, takes gzip.
func takesGzip(w http.ResponseWriter) bool {
	switch w.(type) {
	case *gzhttp.GzipResponseWriter, gzhttp.GzipResponseWriterWithCloseNotify:
		return true
	}
	return false
}

// answer sends a body of a type.
func answer(w http.ResponseWriter, mime string, body []byte) {
	w.Header().Set("Content-Type", mime)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) //nolint:errcheck // the reader is gone
}

// answerPacked sends a body that is gzip already to a reader that takes it.
func answerPacked(w http.ResponseWriter, mime string, packed []byte) {
	w.Header().Set("Content-Encoding", "gzip")
	answer(w, mime, packed)
}

// unchanged answers for a reader that has this version already; it sets the headers by which readers keep what they
// got.
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
