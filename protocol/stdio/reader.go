package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"blastyard/internal/text"
)

// reader reads lines, of which it keeps only the first MaxLine bytes.
type reader struct{ *bufio.Reader }

func newReader(r io.Reader) reader { return reader{bufio.NewReaderSize(text.NewReader(r), 64<<10)} }

// line reads a line without its line feed. With an error, text is what follows the last line feed.
func (r reader) line() (text []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		part = bytes.TrimSuffix(part, []byte("\n"))
		if room := MaxLine - len(text); len(part) > room {
			part, tooLong = part[:room], true
		}
		if text = append(text, part...); !errors.Is(err, bufio.ErrBufferFull) {
			return text, tooLong, err
		}
	}
}
