package rerun

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/internal/errortext"
	"blastyard/replay"
)

// maxWork limits the matches for which pages offer to continue: turns times cells.
const maxWork = 200 << 20

// Offer returns how pages can continue a match of some games.
func Offer(r *replay.Replay, kinds []*game.Kind) viewer.BranchOffer {
	h := &r.Header
	k, err := game.Find(kinds, h.Game)
	var m game.Match
	if err == nil {
		k = k.ByRules(int(h.Rules))
		m, err = replay.NewMatch(h, kinds)
	}
	o := viewer.NoBranch("")
	o.Turns = [2]int{h.Unseen, len(r.Turns)}
	if r.Result != nil { // the last board is the end of the match
		o.Turns[1]--
	}
	switch {
	case err != nil:
		o.Why = "the rules of this match are not known here: " + errortext.Text(err)
		return o
	case len(h.State) > 0:
		o.Why = "the replay holds states only, as a server sent them, and no match that can go on"
		return o
	case o.Turns[1] < o.Turns[0]:
		o.Why = "no turn of this match can be played on from"
		return o
	case work(m, h, k) > maxWork:
		o.Why = "the match is too large to be played on from here: 'blastyard replay rerun --fork' does it"
		return o
	}
	o.Can, o.Bots, o.Specials = true, append(o.Bots, k.Bots...), append(o.Specials, k.Specials...)
	for _, p := range h.Players {
		o.Seats = append(o.Seats, viewer.BranchSeat{Bot: p.Bot, StandIn: standIn(k, p)})
	}
	for i := range r.Turns {
		for _, g := range r.Turns[i].Gone {
			o.Seats[g.Player].Left = r.Turns[i].Turn
		}
	}
	return o
}

// Title returns the title of a match that continues another from a turn.
func Title(h *replay.Header, turn int) string {
	return fmt.Sprintf("from turn %d of %s", turn, strings.TrimSpace(h.Title))
}

// work returns the number of cells in all pictures of a match.
func work(m game.Pictures, h *replay.Header, k *game.Kind) int {
	var f viewer.Frame
	m.Picture(&f, h.Turns, nil)
	return max(h.Turns, f.Turns, k.Turns) * max(1, len(f.Cells))
}

// standIn returns the built-in bot that plays on for a player: the same bot, or the strongest one in place of a
// program.
func standIn(k *game.Kind, p replay.Player) string {
	list, usual := k.Bots, k.Usual
	if p.Special {
		list, usual = k.Specials, k.Specials
	}
	name, _ := strings.CutPrefix(p.Bot, arena.BuiltinPrefix)
	if !slices.Contains(list, name) && len(usual) > 0 {
		name = usual[0]
	}
	return arena.BuiltinPrefix + name
}
