// Package simulate provides the rules to programs in any language that search or learn: JSON lines in, JSON lines
// out. 'blastyard simulate hexabomb --help' and '... bomberman --help' describe the lines.
package simulate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"blastyard/internal/errortext"
	"blastyard/internal/jsonappend"
	"blastyard/internal/text"
)

// A Game plays games from lines of JSON.
type Game interface {
	// line appends the answer to a line that is not empty to dst, without a line feed. After an error nothing has
	// changed.
	line(dst, line []byte) ([]byte, error)
	// end ends the current game, if any.
	end()
}

const maxLine = 64 << 20 // bytes of a line

// Run answers each line of in with one on out, until in ends. An empty line ends a game. Answers are buffered only
// while more input is available, so a program may wait for each answer. The answer to an invalid line is
// {"error":"..."}. Run returns errors of reading and writing.
func Run(in io.Reader, out io.Writer, game Game) error {
	r, w := bufio.NewReaderSize(text.NewReader(in), 1<<16), bufio.NewWriterSize(out, 1<<16)
	var long, answer []byte
	for {
		line, err := readLine(r, &long)
		if errors.Is(err, errLineTooLong) {
			answer = appendError(answer[:0], err)
		} else if err != nil && len(line) == 0 {
			return endOf(err, w)
		} else if line = bytes.TrimSpace(line); len(line) == 0 {
			game.end()
			answer = answer[:0]
		} else if answer, err = game.line(answer[:0], line); err != nil {
			answer = appendError(answer[:0], err)
		}
		if len(answer) > 0 {
			if _, err := w.Write(append(answer, '\n')); err != nil {
				return err
			}
		}
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

func endOf(err error, w *bufio.Writer) error {
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

var errLineTooLong = fmt.Errorf("line is too long: at most %d bytes", maxLine)

// readLine reads a line, which is valid until the next call. A long one is assembled in *long.
func readLine(r *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	*long = append((*long)[:0], line...)
	tooLong := false
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = r.ReadSlice('\n')
		if tooLong = tooLong || len(*long)+len(line) > maxLine; !tooLong {
			*long = append(*long, line...)
		}
	}
	if tooLong {
		return nil, errLineTooLong
	}
	return *long, err
}

func appendError(dst []byte, err error) []byte {
	return append(jsonappend.String(append(dst, `{"error":`...), errortext.Text(err)), '}')
}
