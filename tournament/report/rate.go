package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"blastyard/internal/jsonerror"
	"blastyard/internal/text"
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

// Rate reads results, one JSON object a line, and returns their standings by strength. The error names the wrong line.
func Rate(in io.Reader) (*tournament.Standings, error) {
	var names []string
	numbers, blocks := make(map[string]int), make(map[string]int)
	var matches []ratedMatch
	lines := bufio.NewScanner(text.NewReader(in))
	lines.Buffer(nil, maxRatedLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		m, err := readRated(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("results: line %d: %w", n, err)
		}
		for _, name := range m.Players {
			number, known := numbers[name]
			if !known {
				if number = len(names); number == maxRatedNames {
					return nil, fmt.Errorf("results: line %d: %q is one name too many, expected %d at most",
						n, name, maxRatedNames)
				}
				numbers[name], names = number, append(names, name)
			}
			m.players = append(m.players, number)
		}
		key := string(m.Block)
		if key == "" || key == "null" {
			key = "line " + strconv.Itoa(n)
		}
		block, known := blocks[key]
		if !known {
			block = len(blocks)
			blocks[key] = block
		}
		m.block, m.Players, m.Block = block, nil, nil
		matches = append(matches, m)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("results: a line has more than %d bytes", maxRatedLine)
	} else if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	if len(matches) == 0 {
		return nil, errors.New(`results: there is no line, expected lines as {"players":["a","b"],"ranks":[1,2]}`)
	}
	slices.SortStableFunc(matches, func(a, b ratedMatch) int { return cmp.Compare(a.block, b.block) })
	t := tournament.NewTally(names)
	for _, m := range matches {
		if err := t.Add(m.block, m.players, m.Ranks); err != nil {
			return nil, err
		}
	}
	s, _ := t.Tables(tournament.StandingsOptions{})
	return s, nil
}

// readRated parses and checks a line.
func readRated(line []byte) (m ratedMatch, err error) {
	if err := jsonerror.Strict(line, &m); err != nil {
		return m, fmt.Errorf("%w", err)
	}
	if len(m.Players) < 2 || len(m.Players) > tournament.MaxRated {
		return m, fmt.Errorf("players has %d names, expected 2 to %d", len(m.Players), tournament.MaxRated)
	}
	if len(m.Ranks) != len(m.Players) {
		return m, fmt.Errorf("ranks has %d numbers, expected %d, one for each player", len(m.Ranks), len(m.Players))
	}
	for i, name := range m.Players {
		if name == "" {
			return m, fmt.Errorf("players[%d] is %q, expected a name", i, name)
		}
		if slices.Contains(m.Players[:i], name) {
			return m, fmt.Errorf("players[%d] is %q, who is there twice", i, name)
		}
		if m.Ranks[i] < 1 {
			return m, fmt.Errorf("ranks[%d] is %d, expected 1 or more", i, m.Ranks[i])
		}
	}
	if len(m.Block) > 0 && m.Block[0] != '"' && m.Block[0] != 'n' {
		if _, err := strconv.ParseFloat(string(m.Block), 64); err != nil {
			return m, fmt.Errorf("block is %s, expected a text or a number", m.Block)
		}
	}
	return m, nil
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
