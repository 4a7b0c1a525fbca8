package maps

import (
	"fmt"
	"io"
)

// unpacker returns a reader of the content of a Tiled layer. It supports no compression, to keep pages small.
func unpacker(r io.Reader, compression string) (io.ReadCloser, error) {
	if compression != "" {
		return nil, fmt.Errorf("compression is %q, expected none", compression)
	}
	return io.NopCloser(r), nil
}
