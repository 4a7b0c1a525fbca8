package resultfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"blastyard/internal/jsonerror"
	"blastyard/internal/text"
)

// maxLine limits a line, in bytes.
const maxLine = 1 << 20

// read reads a file of results: its header, the finished matches, and the size of all complete lines.
func read(in io.Reader) (h Header, matches []Match, whole int64, err error) {
	lines := bufio.NewReaderSize(in, 64<<10)
	head, _ := lines.Peek(4) // an error is found again
	encoding, mark := text.EncodingOf(head)
	if encoding != text.UTF8 {
		return h, nil, 0, fmt.Errorf("the file is %v: save it as UTF-8, so that it can be added to", encoding)
	}
	if mark, err = lines.Discard(mark); err != nil {
		return h, nil, 0, err
	}
	whole = int64(mark)
	seen := map[int]bool{}
	for n := 1; ; n++ {
		line, err := readLine(lines)
		switch {
		case errors.Is(err, io.EOF) && n == 1:
			return h, nil, 0, errors.New("line 1: it is not complete, expected a file of results")
		case errors.Is(err, io.EOF):
			return h, matches, whole, nil
		case err != nil:
			return h, nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		whole += int64(len(line))
		if n == 1 {
			if err := h.read(line); err != nil {
				return h, nil, 0, fmt.Errorf("line 1: %w", err)
			}
			continue
		}
		var m Match
		if err = strict(line, &m); err == nil {
			err = m.check(&h)
		}
		if err == nil && seen[m.Match] {
			err = fmt.Errorf("match %d is there twice", m.Match)
		}
		if err != nil {
			return h, nil, 0, fmt.Errorf("line %d: %w", n, err)
		}
		seen[m.Match] = true
		matches = append(matches, m)
	}
}

// readLine returns a line with its line end, or io.EOF if there is no complete line left.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			return nil, fmt.Errorf("it has more than %d bytes", maxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func strict(line []byte, into any) error {
	return jsonerror.Strict(line, into)
}

func (h *Header) read(line []byte) error {
	if !bytes.HasPrefix(line, []byte(`{"blastyard_results":`)) {
		return errors.New("this is no file of results: one begins with {\"blastyard_results\"")
	}
	if err := strict(line, h); err != nil {
		return err
	}
	switch {
	case h.Version != Version:
		return fmt.Errorf("blastyard_results is %d, expected %d", h.Version, Version)
	case h.Matches < 1:
		return fmt.Errorf("games is %d, expected 1 or more", h.Matches)
	case len(h.Bots) == 0:
		return errors.New("bots is empty, expected 1 or more")
	}
	return nil
}
