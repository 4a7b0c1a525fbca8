package serve

import (
	"bytes"
	"compress/gzip"
	"io"
	"sync"
)

// A chunk contains the frames of up to 64 turns, one per line. It is compressed once it is complete.
type chunk struct {
	number int
	closed bool
	lines  []byte // nil once packed
	packed []byte // gzip, nil until packed
}

var packers = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	return w
}}

// compress returns text as gzip.
func compress(text []byte) []byte {
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	w.Write(text) //nolint:errcheck // a buffer cannot fail
	w.Close()     //nolint:errcheck // likewise
	return bytes.Clone(out.Bytes())
}

// compressWell returns text as the smallest gzip, slowly.
func compressWell(text []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(text) //nolint:errcheck // a buffer cannot fail
	w.Close()     //nolint:errcheck // likewise
	return out.Bytes()
}

// unpack writes the decompressed data.
func unpack(to io.Writer, packed []byte) error {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	_, err = io.Copy(to, r)
	return err
}
