package replay

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// checkNew checks a header before it is written.
func checkNew(h *Header) error {
	plain := *h
	plain.Version = h.version()
	err := plain.check()
	if err == nil && h.Hash != nil && h.Rules < 1 {
		err = fmt.Errorf("rules is %d, expected the version of the game's rules, from 1", h.Rules)
	}
	if err != nil {
		return fmt.Errorf("replay: header: %w", err)
	}
	return nil
}

const (
	maxName    = 64      // bytes of a game's name
	maxEntrant = 1 << 16 // of a player's position among the bots of a series or event
)

// check checks each value; the error names the field, the value and what was expected.
func (h *Header) check() error {
	switch {
	case h.Version != secretVersion && h.Version != Version:
		return fmt.Errorf("blast is %d, expected %d or %d", h.Version, Version, secretVersion)
	case h.Version == Version && !h.Secret.IsZero():
		return fmt.Errorf("secret is there, expected none in version %d", Version)
	case h.Game == "" || len(h.Game) > maxName:
		return fmt.Errorf("game is %q, expected a name of up to %d bytes", shorten(h.Game), maxName)
	case h.Order != "" && h.Order != "seeded" && h.Order != "arrival":
		return fmt.Errorf("order is %q, expected seeded or arrival", shorten(h.Order))
	case h.Failed != "" && h.Failed != "last" && h.Failed != "keep":
		return fmt.Errorf("failed is %q, expected last or keep", shorten(h.Failed))
	case len(h.Players) > maxPlayers:
		return fmt.Errorf("players are %d, expected %d at the most", len(h.Players), maxPlayers)
	case h.Hash == nil && len(h.State) == 0:
		return errors.New("hash and state are missing, expected one of them")
	case h.Hash != nil && len(h.State) != 0:
		return errors.New("hash and state are both there, expected one of them")
	case h.Hash != nil && len(h.Players) == 0:
		return errors.New("players is empty, expected 1 or more")
	}
	if err := errors.Join(within("turns", h.Turns, maxTurns), within("unseen", h.Unseen, maxTurns),
		within("limit_ms", h.Limit, math.MaxInt32)); err != nil {
		return err
	}
	specials := 0
	for i, p := range h.Players {
		if err := within(fmt.Sprintf("players[%d].entrant", i), p.Entrant, maxEntrant); err != nil {
			return err
		}
		if p.Special && specials < i {
			return fmt.Errorf("players[%d].special is true, expected special players to be the first", i)
		}
		if p.Special {
			specials++
		}
	}
	return nil
}

func within(field string, value, most int) error {
	if value < 0 || value > most {
		return fmt.Errorf("%s is %d, expected 0 to %d", field, value, most)
	}
	return nil
}

// check checks the turn with a number.
func (t *Turn) check(h *Header, number int) error {
	n := len(h.Players)
	switch {
	case t.Turn != number:
		return fmt.Errorf("turn is %d, expected %d", t.Turn, number)
	case h.Hash != nil && t.Hash == nil:
		return errors.New("hash is missing")
	case h.Hash == nil && len(t.State) == 0:
		return errors.New("state is missing")
	case h.Hash != nil && len(t.State) != 0:
		return errors.New("state is there, expected a hash only")
	case h.Hash == nil && t.Hash != nil:
		return errors.New("hash is there, expected a state only")
	case t.Winner != nil && (*t.Winner < -1 || *t.Winner >= n):
		return fmt.Errorf("winner is %d, expected -1 to %d", *t.Winner, n-1)
	}
	if err := t.checkMoves(h); err != nil {
		return err
	}
	for i, p := range t.Late {
		if err := player("late["+strconv.Itoa(i)+"]", p, n); err != nil {
			return err
		}
	}
	for i, p := range t.Host {
		if !slices.Contains(t.Late, p) {
			return fmt.Errorf("host[%d] is %d, expected one of late", i, p)
		}
	}
	for i, g := range t.Gone {
		if err := player("gone["+strconv.Itoa(i)+"].p", g.Player, n); err != nil {
			return err
		}
	}
	for i, r := range t.Refused {
		if err := player("refused["+strconv.Itoa(i)+"].p", r.Player, n); err != nil {
			return err
		}
	}
	for i, l := range t.Output {
		if err := player("output["+strconv.Itoa(i)+"].p", l.Player, n); err != nil {
			return err
		}
	}
	for i, d := range t.Drawings {
		if err := player("drawings["+strconv.Itoa(i)+"].p", d.Player, n); err != nil {
			return err
		}
	}
	return nil
}

func (t *Turn) checkMoves(h *Header) error {
	n := len(h.Players)
	if len(t.Moves) > n {
		return fmt.Errorf("moves are %d, expected one a player at the most, so %d", len(t.Moves), n)
	}
	var moved []bool
	if len(t.Moves) > 0 {
		moved = make([]bool, n)
	}
	for i, m := range t.Moves {
		field := "moves[" + strconv.Itoa(i) + "]"
		if err := player(field+".p", m.Player, n); err != nil {
			return err
		}
		if moved[m.Player] {
			return fmt.Errorf("%s.p is %d, who has moved already", field, m.Player)
		}
		moved[m.Player] = true
		if err := within(field+".us", m.Micros, math.MaxInt); err != nil {
			return err
		}
	}
	return nil
}

func player(field string, id, players int) error {
	if id < 0 || id >= players {
		return fmt.Errorf("%s is %d, expected a player from 0 to %d", field, id, players-1)
	}
	return nil
}

// check checks a result after so many turns.
func (r *Result) check(h *Header, turns int) error {
	n := len(h.Players)
	switch {
	case r.Turns != turns:
		return fmt.Errorf("turns is %d, but the file holds %d", r.Turns, turns)
	case r.Winner < -1 || r.Winner >= n:
		return fmt.Errorf("winner is %d, expected -1 to %d", r.Winner, n-1)
	case len(r.Scores) != 0 && len(r.Scores) != n:
		return fmt.Errorf("scores are %d, expected one a player, so %d", len(r.Scores), n)
	case len(r.Players) != 0 && len(r.Players) != n:
		return fmt.Errorf("players are %d, expected %d", len(r.Players), n)
	}
	return nil
}
