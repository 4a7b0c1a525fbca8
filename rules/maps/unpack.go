//go:build !js

package maps

import (
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// unpacker returns a reader of the content of a Tiled layer.
func unpacker(r io.Reader, compression string) (unpacked io.ReadCloser, err error) {
	switch compression {
	case "":
		return io.NopCloser(r), nil
	case "zlib":
		unpacked, err = zlib.NewReader(r)
	case "gzip":
		unpacked, err = gzip.NewReader(r)
	case "zstd":
		var d *zstd.Decoder
		if d, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(1<<26)); err == nil {
			unpacked = d.IOReadCloser()
		}
	default:
		return nil, fmt.Errorf("compression is %q, expected none, zlib, gzip or zstd", compression)
	}
	if err != nil {
		return nil, fmt.Errorf("not %s: %w", compression, err)
	}
	return unpacked, nil
}
