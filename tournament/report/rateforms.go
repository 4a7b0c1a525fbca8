package report

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"blastyard/arena/resultfile"
	"blastyard/internal/text"
	"blastyard/tournament/internal/cells"
)

// resultLines are the lines of results that are not empty.
type resultLines struct {
	lines  *bufio.Scanner
	text   []byte
	number int // from 1
	peeked bool
	err    error
}

func newResultLines(in io.Reader) *resultLines {
	l := &resultLines{lines: bufio.NewScanner(text.NewReader(in))}
	l.lines.Buffer(nil, maxRatedLine)
	return l
}

// next goes to the next line.
func (l *resultLines) next() bool {
	if l.peeked {
		l.peeked = false
		return l.text != nil
	}
	for l.lines.Scan() {
		l.number++
		if l.text = bytes.TrimSpace(l.lines.Bytes()); len(l.text) > 0 {
			return true
		}
	}
	l.text, l.err = nil, l.lines.Err()
	return false
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
		return true, s.header.Parse(line)
	case bytes.HasPrefix(line, []byte(`{"match":`)):
		m, err := s.header.ParseMatch(line)
		if err != nil {
			return true, err
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

// The columns of the matches of an event that say who played and how it ended.
var csvColumns = []string{"match", "try", "map", "seed", "void", "entrant", "rank"}

// csvComma returns what separates the columns in the first line of a CSV: some spreadsheets write semicolons.
func csvComma(first []byte) rune {
	for _, comma := range []rune{',', ';', '\t'} {
		if bytes.ContainsRune(first, comma) {
			return comma
		}
	}
	return 0
}

func isCSV(first []byte) bool {
	return csvComma(first) != 0 && !bytes.HasPrefix(first, []byte("{")) && !bytes.HasPrefix(first, []byte("["))
}

// readCSV reads the matches of an event: a row for each player. Void matches do not count.
func (r *rated) readCSV(lines *resultLines) error {
	c := csv.NewReader(&lineReader{lines: lines})
	c.Comma = csvComma(lines.first())
	first, err := c.Read()
	if err != nil {
		return fmt.Errorf("line 1: %w", err)
	}
	at := map[string]int{}
	for _, name := range csvColumns {
		if at[name] = slices.Index(first, name); at[name] < 0 {
			return fmt.Errorf("line 1: there is no column %q, expected those of matches.csv of an event "+
				"('tournament export --csv' writes it)", name)
		}
	}
	var m ratedMatch
	var is string
	begun, void := 0, false
	flush := func() error {
		if is == "" || void {
			return nil
		}
		return r.add(m, begun)
	}
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return errors.Join(flush(), lines.err)
		}
		if err != nil {
			return err
		}
		line, _ := c.FieldPos(0)
		if match := row[at["match"]] + " " + row[at["try"]]; match != is {
			if err := flush(); err != nil {
				return err
			}
			block, err := json.Marshal(row[at["map"]] + " " + row[at["seed"]])
			if err != nil {
				return err
			}
			is, begun, m = match, line, ratedMatch{Block: block}
			if void, err = strconv.ParseBool(row[at["void"]]); err != nil {
				return fmt.Errorf("line %d: void is %q, expected true or false", line, row[at["void"]])
			}
		}
		rank, err := strconv.Atoi(row[at["rank"]])
		if err != nil && !void {
			return fmt.Errorf("line %d: rank is %q, expected a number", line, row[at["rank"]])
		}
		m.Players, m.Ranks = append(m.Players, cells.Text(row[at["entrant"]])), append(m.Ranks, rank)
	}
}

// lineReader gives lines as a stream.
type lineReader struct {
	lines *resultLines
	left  []byte
}

func (l *lineReader) Read(p []byte) (int, error) {
	if len(l.left) == 0 {
		if !l.lines.next() {
			return 0, io.EOF
		}
		l.left = append(append(l.left[:0], l.lines.text...), '\n')
	}
	n := copy(p, l.left)
	l.left = l.left[n:]
	return n, nil
}

// pgnTag is a line of a game in PGN that says something about it.
var pgnTag = regexp.MustCompile(`^\[([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]$`)

func isPGN(first []byte) bool { return pgnTag.Match(first) || bytes.HasPrefix(first, []byte("%")) }

// pgnRanks are the ranks of White and Black by the result of a game. A game without one has not ended.
var pgnRanks = map[string][]int{"1-0": {1, 2}, "0-1": {2, 1}, "1/2-1/2": {1, 1}, "*": nil}

// readPGN reads games in PGN: who played, and the result. Moves are not looked at.
func (r *rated) readPGN(lines *resultLines) error {
	tags, begun, moves := map[string]string{}, 0, false
	flush := func() error {
		if len(tags) == 0 {
			return nil
		}
		ranks, known := pgnRanks[tags["Result"]]
		if !known {
			return fmt.Errorf("line %d: the game has the Result %q, expected 1-0, 0-1, 1/2-1/2 or *", begun,
				tags["Result"])
		}
		m := ratedMatch{Players: []string{tags["White"], tags["Black"]}, Ranks: ranks}
		clear(tags)
		if ranks == nil {
			return nil
		}
		return r.add(m, begun)
	}
	for lines.next() {
		tag := pgnTag.FindSubmatch(lines.text)
		if tag == nil {
			moves = true
			continue
		}
		name := string(tag[1])
		if _, again := tags[name]; again || moves {
			if err := flush(); err != nil {
				return err
			}
		}
		if moves = false; len(tags) == 0 {
			begun = lines.number
		}
		tags[name] = pgnText.Replace(string(tag[2]))
	}
	return errors.Join(flush(), lines.err)
}

var pgnText = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
