package serve

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxWindows bounds the event streams that are compressed with a window of what was sent before, which takes 0.8 MB
// each. Others are compressed event by event, which takes no memory and gives half as much again.
const maxWindows = 64

// acceptsGzip tells whether a request takes an answer in gzip.
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

// newZip compresses what is written to w; done must be called in the end.
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
		panic(err) // the levels are some that exist
	}
	return zip, done
}
