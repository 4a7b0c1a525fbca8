package dataset

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/replay"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/train/observe"
)

func newObserver(m game.Match, h *replay.Header, form observe.Form) (observer, error) {
	turns := h.Turns
	switch s := m.State().(type) {
	case *hexabomb.State:
		if turns == 0 {
			turns = games.Hexabomb().Turns
		}
		p, err := observe.NewHexabombBoard(s.Board(), form, turns)
		if err != nil {
			return nil, err
		}
		return &hexabombObserver{observer: p.Observer(), match: m}, nil
	case *bomberman.State:
		p, err := observe.NewBombermanBoard(s.Map(), form, turns)
		if err != nil {
			return nil, err
		}
		return &bombermanObserver{observer: p.Observer(), match: m}, nil
	default:
		return nil, fmt.Errorf("%w: %s has no observations", replay.ErrNoRules, h.Game)
	}
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

type bombermanObserver struct {
	observer *observe.Bomberman
	match    game.Match
}

func (o *bombermanObserver) state() *bomberman.State { return o.match.State().(*bomberman.State) }

func (o *bombermanObserver) spec() *observe.Spec { return o.observer.Spec() }

func (o *bombermanObserver) follow(m game.Match) { o.match = m }

func (o *bombermanObserver) look(next bool) {
	if next {
		o.observer.Next(o.state())
	} else {
		o.observer.Look(o.state())
	}
}

func (o *bombermanObserver) bind(player int, s *seat) {
	s.view = o.observer.View([]int{player}, s.memory())
}

func (o *bombermanObserver) read(player int, asked []byte, s *seat) {
	o.match.Ask(player, asked) // treats anything that is no command as doing nothing
	number := o.match.AppendActions(nil, player)
	s.actions[0] = 0
	if len(number) == 1 && number[0] >= '0' && number[0] < '0'+bomberman.NumCommands {
		s.actions[0] = number[0] - '0'
	}
}

func (o *bombermanObserver) acts(player int) bool { return o.match.Acts(player) }

func (o *bombermanObserver) rank(endings []ending) {
	s := o.state()
	ranks(endings, s.LeaderBoard(), func(a, b int) bool {
		x, y := s.Player(a), s.Player(b)
		return x.Alive == y.Alive && x.Points == y.Points && x.KilledRound == y.KilledRound
	})
}

// ranks sets the ranks of players from their order, the best first. Equal players share a rank.
func ranks(endings []ending, order []int, equal func(a, b int) bool) {
	for i, k := range order {
		endings[k].rank = int32(i + 1)
		if i > 0 && equal(k, order[i-1]) {
			endings[k].rank = endings[order[i-1]].rank
		}
	}
}
