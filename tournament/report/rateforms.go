package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"blastyard/arena/resultfile"
	"blastyard/internal/text"
)

// resultLines are the lines of results that are not empty.
type resultLines struct {
	lines  *bufio.Scanner
	raw    []byte
	text   []byte // raw without blanks at its ends
	number int    // from 1
	peeked bool
	err    error
}

func newResultLines(in io.Reader) *resultLines {
	l := &resultLines{lines: bufio.NewScanner(text.NewReader(in))}
	l.lines.Buffer(nil, maxRatedLine)
	l.lines.Split(splitLines)
	return l
}

// splitLines is bufio.ScanLines for lines that end with LF, CR LF or CR alone.
func splitLines(data []byte, atEOF bool) (advance int, line []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end >= 0 && data[end] == '\r' && end+1 == len(data) && !atEOF:
		return 0, nil, nil // LF may follow
	case end >= 0 && bytes.HasPrefix(data[end:], []byte("\r\n")):
		return end + 2, data[:end], nil
	case end >= 0:
		return end + 1, data[:end], nil
	case atEOF && len(data) > 0:
		return len(data), data, nil
	}
	return 0, nil, nil
}

// next goes to the next line.
func (l *resultLines) next() bool {
	if l.peeked {
		l.peeked = false
		return l.text != nil
	}
	for l.any() {
		if len(l.text) > 0 {
			return true
		}
	}
	l.text = nil
	return false
}

// any goes to the next line, which may be empty.
func (l *resultLines) any() bool {
	if !l.lines.Scan() {
		l.err = l.lines.Err()
		return false
	}
	l.number++
	l.raw = l.lines.Bytes()
	l.text = bytes.TrimSpace(l.raw)
	return true
}

// wrong is an error of this line.
func (l *resultLines) wrong(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("line %d: %w", l.number, err)
}

// first is the first line, which next gives again.
func (l *resultLines) first() []byte {
	l.next()
	l.peeked = true
	return l.text
}

// series is what a file of results of a series says in its first line.
type series struct{ header *resultfile.Header }

// readSeries reads a line of a file of results, or the output of a series as JSON. taken is false for another line.
func (r *rated) readSeries(s *series, lines *resultLines) (taken bool, err error) {
	var matches []resultfile.Match
	switch line := lines.text; {
	case resultfile.IsHeader(line):
		s.header = new(resultfile.Header)
		return true, lines.wrong(s.header.Parse(line))
	case bytes.HasPrefix(line, []byte(`{"match":`)):
		m, err := s.header.ParseMatch(line)
		if err != nil {
			return true, lines.wrong(err)
		}
		matches = append(matches, m)
	case bytes.HasPrefix(line, []byte(`{"game":`)):
		var whole struct{ Matches []resultfile.Match }
		if err := json.Unmarshal(line, &whole); err != nil || whole.Matches == nil {
			return false, nil //nolint:nilerr // it is told as another line
		}
		matches = whole.Matches
	default:
		return false, nil
	}
	for i := range matches {
		m := ratedMatch{Block: json.RawMessage(fmt.Sprintf(`"line %d, match %d"`, lines.number, i))}
		m.Players, m.Ranks = matches[i].Ranks(s.header)
		if err := r.add(m, lines.number); err != nil {
			return true, err
		}
	}
	return true, nil
}
