package dataset

import (
	"blastyard/game"
	"blastyard/replay"
	"blastyard/rules/bomberman"
	"blastyard/train/observe"
)

func init() { observers = append(observers, observeBomberman) }

func observeBomberman(m game.Match, h *replay.Header, form observe.Form) (observer, bool, error) {
	s, is := m.State().(*bomberman.State)
	if !is {
		return nil, false, nil
	}
	p, err := observe.NewBombermanBoard(s.Map(), form, h.Turns)
	if err != nil {
		return nil, true, err
	}
	return &bombermanObserver{observer: p.Observer(), match: m}, true, nil
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
