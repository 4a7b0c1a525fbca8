package listeners

import (
	"encoding/binary"
	"sync"

	"blastyard/protocol/netorcai"
)

// frames follows the frames of netorcai that a connection brings, to tell of one that is not complete.
type frames struct {
	mu     sync.Mutex
	header [headerSize]byte
	got    int64 // bytes of the frame that has begun, with its header; 0: none has
}

func (f *frames) size() int64 { return headerSize + int64(binary.LittleEndian.Uint32(f.header[:])) }

const headerSize = netorcai.HeaderSize

func (f *frames) add(data []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(data) > 0 {
		var n int
		if f.got < headerSize {
			n = copy(f.header[f.got:], data)
		} else {
			n = int(min(int64(len(data)), f.size()-f.got))
		}
		f.got += int64(n)
		data = data[n:]
		if f.got >= headerSize && f.got == f.size() {
			f.got = 0
		}
	}
}

// Read implements net.Conn.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	c.frames.add(p[:n])
	return n, err //nolint:wrapcheck // it is that of the connection
}

// Unfinished tells how many bytes have come of a frame that is not complete, and how many it has, with the 4 bytes of
// its header; want is 0 where not even the header is complete. have is 0 where there is no such frame.
func (c *Conn) Unfinished() (have, want int64) {
	c.frames.mu.Lock()
	defer c.frames.mu.Unlock()
	if c.frames.got >= headerSize {
		want = c.frames.size()
	}
	return c.frames.got, want
}
