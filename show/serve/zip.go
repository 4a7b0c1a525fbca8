package serve

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxWindows limits the event streams that are compressed with a window of earlier data, which takes 0.8 MB each. The
// others are compressed event by event, which takes no memory but gives half as much data again.
const maxWindows = 64

// acceptsGzip reports whether a request accepts an answer in gzip.
func acceptsGzip(r *http.Request) bool {
	for _, header := range r.Header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(header, ",") {
			name, weight, weighted := strings.Cut(strings.TrimSpace(part), ";")
			if strings.TrimSpace(name) != "gzip" {
				continue
			}
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return !weighted || err == nil && q > 0
		}
	}
	return false
}

// newZip returns a compressing writer to w. The caller must call done.
func (s *Server) newZip(w io.Writer) (zip *gzip.Writer, done func()) {
	level := gzip.StatelessCompression
	done = func() {}
	select {
	case s.windows <- struct{}{}:
		level = gzip.BestSpeed
		done = func() { <-s.windows }
	default:
	}
	zip, err := gzip.NewWriterLevel(w, level)
	if err != nil {
		panic(err) // the levels are valid
	}
	return zip, done
}
