package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"blastyard/tournament/internal/cells"
)

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
	return csvComma(first) != 0 && !bytes.HasPrefix(first, []byte("{")) && !bytes.HasPrefix(first, []byte("[")) ||
		isCommaLine(first)
}

// isCommaLine reports whether a line says what separates the columns, for a spreadsheet: sep=;
func isCommaLine(line []byte) bool {
	return len(line) <= len("sep=;") && bytes.HasPrefix(bytes.ToLower(line), []byte("sep="))
}

// readCSV reads the matches of an event: a row for each player, in any order. Void matches do not count.
func (r *rated) readCSV(lines *resultLines) error {
	if isCommaLine(lines.first()) {
		lines.next()
	}
	c := csv.NewReader(&lineReader{lines: lines})
	c.Comma, c.FieldsPerRecord = csvComma(lines.first()), -1
	if c.Comma == 0 {
		c.Comma = ','
	}
	first, err := c.Read()
	if err != nil {
		return csvError(err)
	}
	at := map[string]int{}
	least := 0 // columns
	for _, name := range csvColumns {
		if at[name] = slices.Index(first, name); at[name] < 0 {
			return fmt.Errorf("line %d: there is no column %q, expected those of matches.csv of an event "+
				"('tournament export --csv' writes it)", lines.number, name)
		}
		least = max(least, at[name]+1)
	}
	matches := csvMatches{numbers: map[string]int{}}
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return errors.Join(matches.addTo(r), lines.err)
		}
		if err != nil {
			return csvError(err)
		}
		line, _ := c.FieldPos(0)
		switch {
		case strings.Join(row, "") == "":
			continue // spreadsheets keep empty rows
		case len(row) < least:
			return fmt.Errorf("line %d: the row has %d columns, expected %d", line, len(row), len(first))
		}
		if err := matches.add(func(column string) string { return row[at[column]] }, line); err != nil {
			return err
		}
	}
}

// csvError is an error of the CSV reader in words.
func csvError(err error) error {
	wrong := new(csv.ParseError)
	if !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("line %d: the quote at character %d has no partner, or stands inside a cell without quotes",
		wrong.Line, wrong.Column)
}

// csvMatch is a match of which some rows were read.
type csvMatch struct {
	ratedMatch
	name string
	line int // of its first row
	void bool
}

// csvMatches are the matches in the order of their first rows. A person may have sorted the rows.
type csvMatches struct {
	list    []csvMatch
	numbers map[string]int // in the list, by match and try
}

// add adds a row.
func (c *csvMatches) add(cell func(column string) string, line int) error {
	key := cell("match") + " " + cell("try")
	number, known := c.numbers[key]
	if !known {
		void, is := csvBool(cell("void"))
		if !is {
			return fmt.Errorf("line %d: void is %q, expected true or false", line, cell("void"))
		}
		block, err := json.Marshal(cell("map") + " " + cell("seed"))
		if err != nil {
			return err
		}
		number = len(c.list)
		c.numbers[key] = number
		m := csvMatch{name: cell("match"), line: line, void: void}
		m.Block = block
		c.list = append(c.list, m)
	}
	m := &c.list[number]
	rank, err := strconv.Atoi(cell("rank"))
	if err != nil && !m.void {
		return fmt.Errorf("line %d: rank is %q, expected a number", line, cell("rank"))
	}
	m.Players, m.Ranks = append(m.Players, cells.Text(cell("entrant"))), append(m.Ranks, rank)
	return nil
}

// addTo adds the matches to those that are rated.
func (c *csvMatches) addTo(r *rated) error {
	for _, m := range c.list {
		if m.void {
			continue
		}
		if len(m.Players) == 1 {
			return fmt.Errorf("line %d: match %q has no other row, expected one for each of its players", m.line,
				m.name)
		}
		if err := r.add(m.ratedMatch, m.line); err != nil {
			return err
		}
	}
	return nil
}

// csvBools are "true, false" as spreadsheets write them in the language of their user, in small letters.
var csvBools = []string{
	"wahr, falsch", "vrai, faux", "verdadero, falso", "vero, falso", "verdadeiro, falso", "waar, onwaar",
	"prawda, fałsz", "pravda, nepravda", "sant, falskt", "sand, falsk", "sann, usann", "tosi, epätosi",
	"igaz, hamis", "doğru, yanliş", "истина, ложь", "істина, хибність",
}

// csvBool reads true or false, as Go or as a spreadsheet writes it. is is false for another text.
func csvBool(cell string) (value, is bool) {
	if value, err := strconv.ParseBool(cell); err == nil {
		return value, true
	}
	cell = strings.ToLower(cell)
	for _, pair := range csvBools {
		switch yes, no, _ := strings.Cut(pair, ", "); cell {
		case yes:
			return true, true
		case no:
			return false, true
		}
	}
	return false, false
}

// lineReader gives lines as a stream, with empty lines in place of those before the first one, so that the reader of
// the stream counts them.
type lineReader struct {
	lines *resultLines
	begun bool
	left  []byte
}

func (l *lineReader) Read(p []byte) (int, error) {
	if len(l.left) == 0 {
		if l.left = l.left[:0]; !l.begun {
			if l.begun = true; l.lines.next() {
				l.left = append(bytes.Repeat([]byte("\n"), l.lines.number-1), l.lines.raw...)
				l.left = append(l.left, '\n')
			}
		} else if l.lines.any() {
			l.left = append(append(l.left, l.lines.raw...), '\n')
		}
	}
	if len(l.left) == 0 {
		return 0, io.EOF
	}
	n := copy(p, l.left)
	l.left = l.left[n:]
	return n, nil
}
