package listeners

import (
	"encoding/binary"
	"sync"

	"blastyard/protocol/netorcai"
)

// frames follows the netorcai frames that a connection receives, to detect an incomplete one.
type frames struct {
	mu     sync.Mutex
	header [headerSize]byte
	got    int64 // bytes of the current frame, with its header; 0: none has begun
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
	return n, err //nolint:wrapcheck // the error of the connection
}

// Unfinished returns how many bytes of an incomplete frame have arrived, and its size with the 4 bytes of the header.
// want is 0 if the header itself is incomplete. have is 0 if there is no incomplete frame.
func (c *Conn) Unfinished() (have, want int64) {
	c.frames.mu.Lock()
	defer c.frames.mu.Unlock()
	if c.frames.got >= headerSize {
		want = c.frames.size()
	}
	return c.frames.got, want
}
