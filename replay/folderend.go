package replay

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"blastyard/rules/bomberman/wire"
)

// roundInfo is what we need of a roundInfo.json.
type roundInfo struct {
	Players []wire.PlayerInfo
	Winner  *wire.PlayerInfo
}

func (f *folder) roundInfo(n int) (info roundInfo, err error) {
	name := inRound(n, roundInfoFile)
	content, err := f.text(name, maxStateFile)
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(content, &info); err != nil {
		return info, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
	}
	return info, nil
}

// end is called when round n is missing.
func (f *folder) end(n int) error {
	if f.files.last() > n {
		return fmt.Errorf("%w: the folder of round %d is missing, later ones are there", ErrCut, n)
	}
	result, over := f.ending()
	if !over {
		return fmt.Errorf("%w: round %d is the last, and the match is not over in it", ErrCut, n-1)
	}
	f.over = result
	return nil
}

// ending returns how the match ended, if the last state is the end of a match. The winner is the first of the leader
// board, except if only the letter of its key puts it there.
func (f *folder) ending() (*Result, bool) {
	players := f.last.RegisteredPlayerEntities
	order := func(a, b int) int {
		p, q := &players[a], &players[b]
		if p.Killed != q.Killed {
			return cmp.Compare(f.killed[a], f.killed[b]) // 0 for the living
		}
		return cmp.Or(cmp.Compare(q.Points, p.Points), cmp.Compare(f.killed[a], f.killed[b]))
	}
	r := &Result{Turns: f.turns, Winner: -1}
	living := 0
	var board []int
	for k, p := range players {
		r.Scores = append(r.Scores, p.Points)
		board = append(board, k)
		if !p.Killed {
			living++
		}
	}
	slices.SortStableFunc(board, order)
	if order(board[0], board[1]) != 0 {
		r.Winner = board[0]
	}
	if f.ahead > 0 {
		r.Winner = f.winner(r.Winner)
	}
	return r, living < 2 || f.last.CurrentRound > f.last.MapHeight*f.last.MapWidth
}

// winner returns who won by the last roundInfo.json; if that does not say, it is otherwise. The rules of old engines
// are not known here.
func (f *folder) winner(otherwise int) int {
	info, err := f.roundInfo(f.turns)
	if err != nil || info.Winner == nil {
		return otherwise
	}
	for k := range f.last.RegisteredPlayerEntities {
		if info.Winner.PlayerKey == wire.Key(k) {
			return k
		}
	}
	return otherwise
}
