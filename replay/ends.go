package replay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"

	"blastyard/internal/jsonerror"
	"blastyard/internal/regular"
)

// The last bytes of a file repeat the result, so that a list of many replays has to read only both ends of each file:
// a zstd frame that decoders skip, with the line of the result, its length in four bytes, and endMark.
const (
	skippable = 0x184D2A5B
	endMark   = "blastend"
	maxEnd    = 64 << 10 // bytes of the line; a longer one is not repeated
	firstLook = 1 << 10  // bytes of the end that are read at first
)

// endHead and endFoot are the sizes of what is before and after the line.
const (
	endHead = 8
	endFoot = 4 + len(endMark)
)

// endFrame returns the frame with the line of a result, or nil if the line is too long.
func endFrame(line []byte) []byte {
	if len(line) > maxEnd {
		return nil
	}
	dst := binary.LittleEndian.AppendUint32(nil, skippable)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(line)+endFoot))
	dst = append(dst, line...)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(line)))
	return append(dst, endMark...)
}

// Ends reads the header and the result of a file from its two ends, quickly and without the turns. The result is nil
// if the file does not end with one, because it was cut, is still being written, or is an older one.
func Ends(path string) (*Header, *Result, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("replay: %w", err)
	}
	defer f.Close()
	line, err := endOf(f)
	if err != nil || line == nil {
		return nil, nil, err
	}
	h, err := headerOf(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	var r Result
	if json.Unmarshal(line, &r) != nil || r.check(h, r.Turns) != nil || r.Turns < 0 || r.Turns > maxTurns {
		return h, nil, nil
	}
	return h, &r, nil
}

// endOf returns the line of the result at the end of a file, or nil.
func endOf(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	for look := int64(firstLook); ; {
		look = min(look, info.Size())
		tail := make([]byte, look)
		if _, err := f.ReadAt(tail, info.Size()-look); err != nil {
			return nil, fmt.Errorf("replay: the end of the file: %w", err)
		}
		foot := len(tail) - endFoot
		if foot < endHead || !bytes.HasSuffix(tail, []byte(endMark)) {
			return nil, nil
		}
		size := int64(binary.LittleEndian.Uint32(tail[foot:]))
		switch whole := size + endHead + int64(endFoot); {
		case size > maxEnd || whole > info.Size():
			return nil, nil
		case whole > look:
			look = whole
		default:
			head := tail[int64(len(tail))-whole:]
			if binary.LittleEndian.Uint32(head) != skippable ||
				int64(binary.LittleEndian.Uint32(head[4:])) != size+int64(endFoot) {
				return nil, nil
			}
			return head[endHead : endHead+size], nil
		}
	}
}

// heads are decoders for headers. Creating one costs more than reading a header.
var heads = sync.Pool{New: func() any {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(leanWindow),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		panic(err) // the options are valid
	}
	return &head{z, bufio.NewReaderSize(z, 16<<10)}
}}

type head struct {
	decoder *zstd.Decoder
	lines   *bufio.Reader
}

// headerOf reads the header of a file from its start.
func headerOf(f io.Reader) (*Header, error) {
	x := heads.Get().(*head)
	defer heads.Put(x)
	source := &source{r: f}
	if err := x.decoder.Reset(source); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	defer x.decoder.Reset(nil) //nolint:errcheck // it releases the file
	x.lines.Reset(x.decoder)
	d := newDecoder(source, x.lines, Limits{Lean: true})
	line, err := d.next()
	if err != nil {
		return nil, err
	}
	h := d.head // decoded once: a map file is long
	if err := jsonerror.Decode(line, h); err != nil {
		return nil, d.bad("header", err)
	}
	switch {
	case h.Version < 1:
		return nil, d.bad("header", errors.New("blast, the version of the format, is missing"))
	case h.Version > secretVersion:
		return nil, fmt.Errorf("%w: version %d of the format, this program knows %d", ErrVersion, h.Version,
			secretVersion)
	}
	if err := h.check(); err != nil {
		return nil, d.bad("header", err)
	}
	return h, nil
}
