package maps

import (
	"fmt"
	"io"
)

// unpacker reads what a layer of Tiled holds. A page has only what it needs, so it takes no compressed ones.
func unpacker(r io.Reader, compression string) (io.ReadCloser, error) {
	if compression != "" {
		return nil, fmt.Errorf("compression is %q, expected none", compression)
	}
	return io.NopCloser(r), nil
}
