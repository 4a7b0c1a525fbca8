package resultfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"blastyard/arena"
	"blastyard/game/match"
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
			if err := h.Parse(line); err != nil {
				return h, nil, 0, fmt.Errorf("line 1: %w", err)
			}
			continue
		}
		m, err := h.ParseMatch(line)
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

const headerBegin = `{"blastyard_results":`

// IsHeader reports whether a line is the first one of a file of results.
func IsHeader(line []byte) bool { return bytes.HasPrefix(line, []byte(headerBegin)) }

// Parse reads the first line of a file.
func (h *Header) Parse(line []byte) error {
	if !IsHeader(line) {
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

// ParseMatch reads the line of a match. Where h is nil, what follows from the first line is not checked.
func (h *Header) ParseMatch(line []byte) (m Match, err error) {
	if err = strict(line, &m); err == nil && h != nil {
		err = m.check(h)
	}
	return m, err
}

// Ranks returns the names of the ordinary bots that played, and their ranks: 1 is the best, and equal ranks are a draw.
// h is the first line of the file; nil: bots that failed stand last, as they do in a series that says nothing else.
func (m *Match) Ranks(h *Header) (names []string, ranks []int) {
	ranking := match.FailedLast
	if h != nil && h.failed() == match.FailedKeep.String() {
		ranking = match.FailedKeep
	}
	ahead := match.NoWinner
	var list []match.Standing
	for k := range m.Bots {
		s := &m.Bots[k]
		if s.Special || s.Player == arena.NoPlayer {
			continue
		}
		if s.Player == m.Winner {
			ahead = len(list)
		}
		names = append(names, s.Name)
		list = append(list, match.Standing{Score: s.Score, Reason: s.Reason})
	}
	return names, ranking.Ranks(ahead, list)
}
