package replay

import (
	"errors"
	"fmt"
	"strconv"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/internal/plain"
)

// ErrNoRules says that a replay can only be viewed, not played again, because the rules of its game are unknown here.
var ErrNoRules = errors.New("replay: no rules for this game")

// uncheckedError is an ErrNoRules about a match that says so itself.
type uncheckedError string

func (e uncheckedError) Error() string { return "not checked: " + string(e) }

func (e uncheckedError) Is(target error) bool { return target == ErrNoRules }

// NewMatch makes the match of a header at its start. The error is ErrNoRules where its game is not among the kinds,
// where the replay says that it is not checked, or where its state at the start is none that the rules can play on.
func NewMatch(h *Header, kinds []*game.Kind) (game.Match, error) {
	if h.Unchecked != "" {
		return nil, uncheckedError(plain.Line(h.Unchecked))
	}
	k, err := game.Find(kinds, h.Game)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrNoRules, shorten(h.Game))
	}
	if k.FitSeed(h.Seed) != h.Seed {
		return nil, fmt.Errorf("replay: header: seed is %d, expected %d to %d in %s", h.Seed, k.MinSeed, k.MaxSeed,
			k.Name)
	}
	s := game.Setup{Map: h.Map, Players: len(h.Players), Seed: h.Seed, Secret: h.Secret, State: h.State}
	for _, p := range h.Players {
		if p.Special {
			s.Specials++
		}
	}
	m, err := k.ByRules(int(h.Rules)).New(s)
	switch {
	case err == nil:
		if err := h.checkSecret(m); err != nil {
			return nil, err
		}
		return m, nil
	case len(h.State) > 0:
		return nil, fmt.Errorf("%w: header: %w", ErrNoRules, err)
	default:
		return nil, fmt.Errorf("replay: header: %w", err)
	}
}

// Play plays a turn of a replay: its moves in their order. If report is false, refused actions are not recorded.
func Play(m game.Match, t *Turn, report bool) error {
	order, err := ask(m, t)
	if err == nil {
		m.Play(order, report)
	}
	return err
}

// ask sets the players' actions of a turn. It returns their order.
func ask(m game.Match, t *Turn) ([]int, error) {
	order := make([]int, 0, len(t.Moves))
	for i, move := range t.Moves {
		if err := player("moves["+strconv.Itoa(i)+"].p", move.Player, m.Players()); err != nil {
			return nil, fmt.Errorf("replay: turn %d: %w", t.Turn, err)
		}
		m.Ask(move.Player, move.Actions)
		order = append(order, move.Player)
	}
	return order, nil
}

// Ranking says how failed players are ranked.
func (h *Header) Ranking() match.Ranking {
	if h.Failed == match.FailedLast.String() {
		return match.FailedLast
	}
	return match.FailedKeep
}

// Winner returns the winner of a match that was played to its end m. r says why the players stopped.
func (h *Header) Winner(m game.Rules, r *Result) int {
	list := make([]match.Standing, m.Players())
	for id := range list {
		list[id] = match.Standing{Score: m.Score(id), Special: id < len(h.Players) && h.Players[id].Special}
		if id < len(r.Players) {
			list[id].Reason = match.Reason(r.Players[id].Reason)
		}
	}
	return h.Ranking().Winner(m.Winner(), list)
}

// scores returns the scores by player.
func scores(m game.Rules) []int {
	list := make([]int, m.Players())
	for p := range list {
		list[p] = m.Score(p)
	}
	return list
}
