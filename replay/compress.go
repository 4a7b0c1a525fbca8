//go:build !js

package replay

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// newEncoder compresses to out.
func newEncoder(out io.Writer, window int) (encoder, error) {
	return zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
}
