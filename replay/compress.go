//go:build !js

package replay

import (
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// newEncoder compresses to out. Encoders are used again, because their tables cost more than a fast match.
func newEncoder(out io.Writer, window int) (encoder, error) {
	pool, _ := idleEncoders.LoadOrStore(window, new(sync.Pool))
	idle := pool.(*sync.Pool)
	if e, ok := idle.Get().(*zstd.Encoder); ok {
		e.Reset(out)
		return &pooledEncoder{e, idle}, nil
	}
	e, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true))
	return &pooledEncoder{e, idle}, err
}

// idleEncoders are pools of encoders, by their window.
var idleEncoders sync.Map

// pooledEncoder is an encoder that goes back to its pool when it is closed, and must not be used afterwards.
type pooledEncoder struct {
	*zstd.Encoder
	pool *sync.Pool
}

func (e *pooledEncoder) Close() error {
	err := e.Encoder.Close()
	e.Reset(nil) // it keeps no file
	e.pool.Put(e.Encoder)
	return err
}
