package dataset

import (
	"slices"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/train/observe"
)

func init() { observers = append(observers, observeHexabomb) }

func observeHexabomb(m game.Match, h *replay.Header, form observe.Form) (observer, bool, error) {
	s, is := m.State().(*hexabomb.State)
	if !is {
		return nil, false, nil
	}
	turns := h.Turns
	if turns == 0 {
		turns = games.Hexabomb().Turns
	}
	p, err := observe.NewHexabombBoard(s.Board(), form, turns)
	if err != nil {
		return nil, true, err
	}
	return &hexabombObserver{observer: p.Observer(), match: m}, true, nil
}

type hexabombObserver struct {
	observer *observe.Hexabomb
	match    game.Match
	asked    []hexabomb.Action
}

func (o *hexabombObserver) state() *hexabomb.State { return o.match.State().(*hexabomb.State) }

func (o *hexabombObserver) spec() *observe.Spec { return o.observer.Spec() }

func (o *hexabombObserver) follow(m game.Match) { o.match = m }

func (o *hexabombObserver) look(next bool) {
	if next {
		o.observer.Next(o.state())
	} else {
		o.observer.Look(o.state())
	}
}

func (o *hexabombObserver) bind(player int, s *seat) {
	s.view = o.observer.View([]int{player}, s.memory())
}

// read reads an array of actions. For each character only the first action counts. Actions of characters that the
// player does not have are ignored.
func (o *hexabombObserver) read(player int, asked []byte, s *seat) {
	if len(asked) == 0 {
		return
	}
	var err error
	if o.asked, err = wire.AppendBoardActions(o.asked[:0], o.state().Board(), player, asked, nil); err != nil {
		return // no array, so no actions
	}
	first, end := o.state().Board().Characters(player)
	for _, a := range slices.Backward(o.asked) { // the first one is written last
		if id := int(a.Character); id >= first && id < end {
			number, ok := observe.HexabombIndex(a)
			if !ok {
				number = NoAction
			}
			s.actions[id-first] = number
		}
	}
}

// acts reports whether a player can do something: in sudden death nobody revives.
func (o *hexabombObserver) acts(player int) bool {
	s := o.state()
	return !s.Board().SuddenDeath() || s.Living(player) > 0
}

func (o *hexabombObserver) rank(endings []ending) {
	var order []int
	for k := range endings {
		if !o.state().Board().Special(k) {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return o.match.Score(b) - o.match.Score(a) })
	ranks(endings, order, func(a, b int) bool { return o.match.Score(a) == o.match.Score(b) })
}
