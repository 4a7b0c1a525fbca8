package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"blastyard/internal/jsonerror"
	"blastyard/internal/letters"
	"blastyard/tournament"
)

// Limits of results.
const (
	maxRatedLine  = 1 << 20 // bytes
	maxRatedNames = 1000    // the fit needs time and memory for each pair of names, and more
)

// ratedMatch is a result that Rate reads.
type ratedMatch struct {
	Players []string        `json:"players"` // names
	Ranks   []int           `json:"ranks"`   // 1: the best; equal ranks are a draw: 1, 2, 2, 4
	Block   json.RawMessage `json:"block"`   // a text or a number; matches with the same block are resampled together

	players []int // numbers of the names
	block   int
}

// Rate reads results and returns the standings that they make: by strength. Results are lines of JSON, a file of
// results of a series or its output as JSON, matches.csv of an event, or games in PGN. The error names the line that is
// wrong.
func Rate(in io.Reader) (*tournament.Standings, error) {
	lines := newResultLines(in)
	r := rated{numbers: make(map[string]int), blocks: make(map[string]int)}
	var err error
	switch first := lines.first(); {
	case isPGN(first):
		err = r.readPGN(lines)
	case isCSV(first):
		err = r.readCSV(lines)
	default:
		err = r.readJSON(lines)
	}
	if errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("results: a line has more than %d bytes", maxRatedLine)
	}
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	if len(r.matches) == 0 {
		return nil, errors.New(`results: there is no line, expected lines as {"players":["a","b"],"ranks":[1,2]}`)
	}
	return r.standings()
}

// rated are the matches that were read.
type rated struct {
	names   []string
	numbers map[string]int // of the names
	blocks  map[string]int
	matches []ratedMatch
}

// add adds a match that stood in a line.
func (r *rated) add(m ratedMatch, line int) error {
	for i, name := range m.Players {
		m.Players[i] = letters.NFC(name)
	}
	if err := m.check(); err != nil {
		return fmt.Errorf("line %d: %w", line, err)
	}
	for _, name := range m.Players {
		number, known := r.numbers[name]
		if !known {
			if number = len(r.names); number == maxRatedNames {
				return fmt.Errorf("line %d: %q is one name too many, expected %d at most", line, name, maxRatedNames)
			}
			r.numbers[name], r.names = number, append(r.names, name)
		}
		m.players = append(m.players, number)
	}
	key := string(m.Block)
	if key == "" || key == "null" {
		key = "line " + strconv.Itoa(line)
	}
	block, known := r.blocks[key]
	if !known {
		block = len(r.blocks)
		r.blocks[key] = block
	}
	m.block, m.Players, m.Block = block, nil, nil
	r.matches = append(r.matches, m)
	return nil
}

func (r *rated) standings() (*tournament.Standings, error) {
	slices.SortStableFunc(r.matches, func(a, b ratedMatch) int { return cmp.Compare(a.block, b.block) })
	t := tournament.NewTally(r.names)
	for _, m := range r.matches {
		if err := t.Add(m.block, m.players, m.Ranks); err != nil {
			return nil, err
		}
	}
	s, _ := t.Tables(tournament.StandingsOptions{})
	return s, nil
}

// readJSON reads lines of JSON: results as they are, or those of a series.
func (r *rated) readJSON(lines *resultLines) error {
	var s series
	for lines.next() {
		if taken, err := r.readSeries(&s, lines); err != nil {
			return err
		} else if taken {
			continue
		}
		m, err := readRated(lines.text)
		if err != nil {
			return lines.wrong(err)
		}
		if err := r.add(m, lines.number); err != nil {
			return err
		}
	}
	return lines.err
}

// readRated reads a line.
func readRated(line []byte) (m ratedMatch, err error) {
	err = jsonerror.Strict(line, &m)
	if first, last := line[0], line[len(line)-1]; err != nil && (first == '[' || first == '{') && last != '}' {
		err = fmt.Errorf("%w: expected each result on a line of its own, as {…}", err)
	}
	return m, err
}

// check checks a match.
func (m *ratedMatch) check() error {
	if len(m.Players) < 2 || len(m.Players) > tournament.MaxRated {
		return fmt.Errorf("players has %d names, expected 2 to %d", len(m.Players), tournament.MaxRated)
	}
	if len(m.Ranks) != len(m.Players) {
		return fmt.Errorf("ranks has %d numbers, expected %d, one for each player", len(m.Ranks), len(m.Players))
	}
	for i, name := range m.Players {
		if name == "" {
			return fmt.Errorf("players[%d] is %q, expected a name", i, name)
		}
		if slices.Contains(m.Players[:i], name) {
			return fmt.Errorf("players[%d] is %q, who is there twice", i, name)
		}
		if m.Ranks[i] < 1 {
			return fmt.Errorf("ranks[%d] is %d, expected 1 or more", i, m.Ranks[i])
		}
	}
	if len(m.Block) > 0 && m.Block[0] != '"' && m.Block[0] != 'n' {
		if _, err := strconv.ParseFloat(string(m.Block), 64); err != nil {
			return fmt.Errorf("block is %s, expected a text or a number", m.Block)
		}
	}
	return nil
}

// WriteRated prints the standings of Rate.
func WriteRated(out io.Writer, s *tournament.Standings) {
	g := newGrid("rank", "<name", "Elo", "from", "to", "better than next", "matches", "win", "draw", "loss", "points")
	for i := range s.Entrants {
		e := &s.Entrants[i]
		better := ""
		if i+1 < len(s.Entrants) {
			better = Percent(e.Better)
		}
		g.row(strconv.Itoa(e.Rank), e.Name, fmt.Sprintf("%.0f", e.Elo), fmt.Sprintf("%.0f", e.EloLow),
			fmt.Sprintf("%.0f", e.EloHigh), better, strconv.Itoa(e.Matches), strconv.Itoa(e.Wins),
			strconv.Itoa(e.Draws), strconv.Itoa(e.Losses), strconv.FormatFloat(e.Points, 'f', 1, 64))
	}
	g.write(out)
}
