package hexabomb

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var traces = flag.String("traces", "", "write the games of BenchmarkStep as traces into this folder")

// TestTraces: the games of BenchmarkStep, written as traces for a program in C and read back, end the same. With
// -traces the traces are written to a folder, each with the hash that such a program has to print.
func TestTraces(t *testing.T) {
	turns := benchmarkTurns
	if *traces == "" {
		turns = 200
	}
	for _, game := range benchmarkGames {
		r := game.record(t, turns)
		trace, hash := r.trace(t), r.hash()
		back := *r
		back.actions, back.ends = readTraceTurns(t, r.board, trace)
		if len(back.ends) != turns || !slices.Equal(back.ends, r.ends) || back.hash() != hash {
			t.Errorf("%s: %d turns with the hash %d, read back %d turns with the hash %d", game.name, turns, hash, len(back.ends), back.hash())
		}
		if *traces == "" {
			continue
		}
		file := filepath.Join(*traces, strings.ReplaceAll(game.name, "/", "-"))
		for name, data := range map[string][]byte{file + ".bin": trace, file + ".hash": fmt.Append(nil, hash, "\n")} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// trace is the recording as 32-bit numbers, little endian: cells, characters, players, turns; the neighbours of each
// cell by direction, -1 for none; the cell and the colour of each character; for each turn the number of actions, and
// for each action player, character, kind, direction or range, delay.
func (r *recording) trace(t *testing.T) []byte {
	t.Helper()
	b := r.board
	numbers := []int{b.NumCells(), b.NumCharacters(), b.NumPlayers(), len(r.ends)}
	for c := range Cell(b.NumCells()) {
		for d := range Direction(NumDirections) {
			if n, ok := b.Neighbour(c, d); ok {
				numbers = append(numbers, int(n))
			} else {
				numbers = append(numbers, -1)
			}
		}
	}
	for i := range b.NumCharacters() {
		numbers = append(numbers, int(b.Start(i)), int(ColourOf(b.Owner(i))))
	}
	from := 0
	for _, end := range r.ends {
		numbers = append(numbers, end-from)
		for _, a := range r.actions[from:end] {
			direction := int(a.Direction)
			if a.Kind != Move {
				direction = int(a.Range)
			}
			numbers = append(numbers, int(a.Player), int(a.Character), int(a.Kind), direction, int(a.Delay))
		}
		from = end
	}
	trace := make([]byte, 0, 4*len(numbers))
	for _, n := range numbers {
		trace = binary.LittleEndian.AppendUint32(trace, uint32(int32(n)))
	}
	return trace
}

// hash returns a hash of all scores and positions of the characters after each turn.
func (r *recording) hash() (h uint32) {
	s := NewState(r.board)
	from := 0
	for _, end := range r.ends {
		s.Step(r.actions[from:end], nil)
		from = end
		for p := range r.board.NumPlayers() {
			h = h*31 + uint32(s.Score(p))
		}
		for i := range r.board.NumCharacters() {
			h = h*31 + uint32(s.Character(i).Cell)
		}
	}
	return h
}

// readTraceTurns reads the actions of a trace of a game on b, and the end of each turn's.
func readTraceTurns(t *testing.T, b *Board, trace []byte) (actions []Action, ends []int) {
	t.Helper()
	numbers := make([]int32, len(trace)/4)
	if err := binary.Read(bytes.NewReader(trace), binary.LittleEndian, numbers); err != nil {
		t.Fatal(err)
	}
	rest := numbers[4+NumDirections*b.NumCells()+2*b.NumCharacters():]
	for range numbers[3] {
		count := rest[0]
		rest = rest[1:]
		for range count {
			a := Action{Player: uint16(rest[0]), Character: uint16(rest[1]), Kind: Kind(rest[2]), Delay: uint8(rest[4])}
			if a.Kind == Move {
				a.Direction = Direction(rest[3])
			} else {
				a.Range = uint8(rest[3])
			}
			actions = append(actions, a)
			rest = rest[5:]
		}
		ends = append(ends, len(actions))
	}
	if len(rest) > 0 {
		t.Errorf("%d numbers after the last turn", len(rest))
	}
	return actions, ends
}
