// Package gametest is a suite of tests for what every game guarantees to the packages that play, store and show its
// matches. Each adapter runs it.
package gametest

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sync"
	"testing"

	"blastyard/game"
	"blastyard/game/viewer"
)

// Suite configures the suite for a game.
type Suite struct {
	Kind  *game.Kind
	Setup game.Setup // of the matches; the suite sets the seed
	Turns int        // limit of a match
	Bots  []string   // the bots, by player
	Noise []string   // valid and invalid actions as JSON, which are tried occasionally
}

// matches is how many matches a test plays, each with its own seed.
const matches = 2

// Run runs the suite, with a subtest for each guarantee.
func Run(t *testing.T, s Suite) {
	t.Run("same seed, same match", s.sameMatch)
	t.Run("another seed, another match", s.seedsMatter)
	t.Run("clones are independent", s.clones)
	t.Run("recorded actions give the same turn", s.roundTrip)
	t.Run("a restart is a new match", s.restarts)
	t.Run("refusals are counted and can be left out", s.refusals)
	t.Run("a match ends by its last turn", s.ends)
	t.Run("the hash tells states apart", s.hashes)
	t.Run("choices are what the rules allow", s.choices)
	t.Run("pictures", s.pictures)
	t.Run("players decide at the same time", s.concurrent)
	t.Run("built-in bots", s.bots)
	t.Run("matches go on from states", s.loads)
}

// start returns a match at its start.
func (s *Suite) start(tb testing.TB, seed uint64) game.Match {
	tb.Helper()
	s.Setup.Seed = seed & s.Kind.MaxSeed
	m, err := s.Kind.New(s.Setup)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func (s *Suite) sameMatch(t *testing.T) {
	for seed := range uint64(matches) {
		if a, b := s.record(t, s.start(t, seed), seed), s.record(t, s.start(t, seed), seed); a != b {
			t.Fatalf("seed %d: the same match twice gave\n%s\nand\n%s", seed, a, b)
		}
	}
}

func (s *Suite) seedsMatter(t *testing.T) {
	if a, b := s.record(t, s.start(t, 1), 1), s.record(t, s.start(t, 2), 2); a == b {
		t.Errorf("seeds 1 and 2 gave the same match\n%s", a)
	}
}

func (s *Suite) clones(t *testing.T) {
	for seed := range uint64(matches) {
		m, after := s.start(t, seed), ""
		s.play(t, m, seed, func(order []int) {
			if got := came(m); after != "" && got != after {
				t.Fatalf("the match went on to\n%s\nits clone to\n%s", got, after)
			}
			before := describe(m)
			c := m.Clone()
			if got := describe(c); got != before {
				t.Fatalf("the clone is\n%s\nof\n%s", got, before)
			}
			keep := c.Clone()
			c.Play(order, true)
			after = came(c)
			for _, noise := range s.Noise {
				for p := range c.Players() {
					c.Ask(p, []byte(noise))
				}
			}
			if got := describe(m); got != before {
				t.Fatalf("playing a clone changed the match\n%s\nto\n%s", before, got)
			}
			if got := describe(keep); got != before {
				t.Fatalf("playing a clone changed a clone of it\n%s\nto\n%s", before, got)
			}
		})
	}
}

// roundTrip passes the recorded actions to a clone. The turn must be the same, with the same refusals.
func (s *Suite) roundTrip(t *testing.T) {
	for seed := range uint64(matches) {
		m := s.start(t, seed)
		again := s.start(t, seed)
		s.play(t, m, seed, func(order []int) {
			before := again.Clone()
			for p := range m.Players() {
				text := m.AppendActions([]byte("before "), p)[len("before "):]
				if again.Ask(p, text); !bytes.Equal(again.AppendActions(nil, p), text) {
					t.Fatalf("player %d: asked as %s, recorded as %s", p, text, again.AppendActions(nil, p))
				}
			}
			played := m.Clone()
			played.Play(order, true)
			again.Play(order, true)
			if a, b := describe(played), describe(again); a != b {
				t.Fatalf("the turn was\n%s\nfrom its recorded actions\n%s", a, b)
			}
			for _, p := range order {
				before.Ask(p, []byte("no JSON at all"))
			}
			if text := before.AppendActions(nil, order[0]); string(text) != "null" {
				t.Fatalf("what is no JSON is recorded as %s, expected null", text)
			}
		})
	}
}

func (s *Suite) restarts(t *testing.T) {
	m := s.start(t, 1)
	s.record(t, m, 1)
	for seed := range uint64(matches) {
		for p := range m.Players() {
			m.Ask(p, []byte(s.Noise[0]))
		}
		if err := m.Restart(seed & s.Kind.MaxSeed); err != nil {
			t.Fatal(err)
		}
		if got, want := describe(m), describe(s.start(t, seed)); got != want {
			t.Fatalf("seed %d: started again it begins as\n%s\nnew\n%s", seed, got, want)
		}
		if got, want := s.record(t, m, seed), s.record(t, s.start(t, seed), seed); got != want {
			t.Fatalf("seed %d: started again it is\n%s\nnew\n%s", seed, got, want)
		}
	}
}

func (s *Suite) refusals(t *testing.T) {
	refused, unreadable := 0, 0
	for seed := range uint64(matches) {
		m := s.start(t, seed)
		s.play(t, m, seed, func(order []int) {
			quiet, loud := m.Clone(), m.Clone()
			quiet.Play(order, false)
			loud.Play(order, true)
			if len(quiet.AppendRefused(nil)) != 0 || quiet.Hash() != loud.Hash() ||
				!bytes.Equal(quiet.AppendState(nil), loud.AppendState(nil)) {
				t.Fatalf("without a report the turn gave\n%s\nwith one\n%s", describe(quiet), describe(loud))
			}
			list := loud.AppendRefused([]game.Refusal{{Player: -1}})[1:]
			for p := range loud.Players() {
				n := 0
				for _, r := range list {
					if r.Player == p {
						n++
					}
				}
				if loud.NumRefused(p) != n || quiet.NumRefused(p) != 0 {
					t.Fatalf("player %d: %d refused actions are counted, %d without a report, listed are %v", p,
						loud.NumRefused(p), quiet.NumRefused(p), list)
				}
			}
			for _, r := range list {
				if r.Reason == "" {
					t.Fatalf("refusal %+v: expected a reason", r)
				}
				if refused++; r.Action == "" {
					unreadable++
				}
			}
		})
	}
	if unreadable == 0 || refused == unreadable {
		t.Errorf("%d actions were refused, %d of them unreadable: too few to say anything", refused, unreadable)
	}
}

// ends plays matches to their end, however long that takes.
func (s *Suite) ends(t *testing.T) {
	m := s.start(t, 1)
	last := cmp.Or(m.LastTurn(), s.Turns)
	order := make([]int, m.Players())
	for turn := range last {
		if m.Turn() != turn || m.Over() {
			t.Fatalf("after %d turns in which nobody asked for anything it is turn %d, over %v", turn, m.Turn(),
				m.Over())
		}
		m.Play(order[:0], false)
	}
	if over := m.LastTurn() > 0; m.Over() != over {
		t.Errorf("after %d turns: over %v, but the last turn is %d", m.Turn(), m.Over(), m.LastTurn())
	}
}

func (s *Suite) hashes(t *testing.T) {
	type place struct {
		turn  int
		state string
	}
	seen := map[game.Hash]place{}
	for seed := range uint64(matches) {
		m := s.start(t, seed)
		s.play(t, m, seed, func([]int) {
			at := place{m.Turn(), string(m.AppendState(nil))}
			if other, known := seen[m.Hash()]; known && other != at {
				t.Fatalf("turns %d and %d have the same hash %v, but other states\n%s\n%s", at.turn, other.turn,
					m.Hash(), at.state, other.state)
			}
			seen[m.Hash()] = at
		})
	}
	if len(seen) < s.Turns {
		t.Errorf("%d hashes in %d matches", len(seen), matches)
	}
}

// choices lets a player do what its choices offer while nobody else acts.
func (s *Suite) choices(t *testing.T) {
	taken, refused := 0, 0
	for seed := range uint64(matches) {
		m := s.start(t, seed)
		s.play(t, m, seed, func([]int) {
			player := m.Turn() % m.Players()
			all := m.Choices(player, nil)
			if all.Player != player || all.Turn != m.Turn() {
				t.Fatalf("choices of player %d in turn %d are for player %d in turn %d", player, m.Turn(), all.Player,
					all.Turn)
			}
			s.choosable(t, &all)
			for _, piece := range all.Pieces {
				for _, c := range piece.Choices {
					alone := m.Clone()
					alone.Choose(player, []viewer.Wish{{Token: piece.Token, Do: c.Do, Range: c.Max, Delay: c.Min}})
					alone.Play([]int{player}, true)
					switch n := alone.NumRefused(player); {
					case c.Refused == "" && c.Note == "" && n != 0:
						t.Fatalf("turn %d: choice %+v of player %d is refused: %v", m.Turn(), c, player,
							alone.AppendRefused(nil))
					case c.Refused != "" && n == 0 && m.Acts(player) && alone.Acts(player):
						t.Fatalf("turn %d: choice %+v of player %d is not refused", m.Turn(), c, player)
					case c.Refused != "":
						refused++
					default:
						taken++
					}
				}
			}
		})
	}
	if taken == 0 || refused == 0 {
		t.Errorf("%d choices were taken and %d refused: too few to say anything", taken, refused)
	}
}

func (s *Suite) pictures(t *testing.T) {
	seats := make([]viewer.Seat, s.Setup.Players)
	for p := range seats {
		seats[p] = viewer.Seat{Name: fmt.Sprint("player ", p), Connected: true, Micros: p}
	}
	m := s.start(t, 1)
	var first viewer.Frame
	m.Picture(&first, s.Turns, seats)
	h := viewer.NewHeader(viewer.Header{}, &first)
	s.play(t, m, 1, func([]int) {
		var f viewer.Frame
		m.Picture(&f, s.Turns, seats)
		s.legend(t, &f)
		if f.Turn != m.Turn() || f.Turns != s.Turns || f.Shape != h.Shape || len(f.Cells) != len(h.Cells) ||
			len(f.Players) != m.Players() {
			t.Fatalf("turn %d: the picture is of turn %d of %d, shape %d of %d cells and %d players; the header "+
				"has shape %d and %d cells",
				m.Turn(), f.Turn, f.Turns, f.Shape, len(f.Cells), len(f.Players), h.Shape, len(h.Cells))
		}
		for p := range f.Players {
			row := &f.Players[p]
			living, all := m.Living(p)
			board := f.Shape != viewer.Tree
			if row.Name != seats[p].Name || board &&
				(row.Score != m.Score(p) || row.Living != living || row.Characters != all) {
				t.Fatalf("turn %d: player %d is drawn as %+v, expected the score %d and %d of %d living", m.Turn(), p,
					*row, m.Score(p), living, all)
			}
		}
		if f.Shape == viewer.Tree && !bytes.Equal(f.Tree, m.AppendState(nil)) {
			t.Fatalf("turn %d: the tree is\n%s\nof\n%s", m.Turn(), f.Tree, m.AppendState(nil))
		}
	})
}

// legend checks that a picture has the legend of its game, and nothing that the legend does not explain.
func (s *Suite) legend(t *testing.T, f *viewer.Frame) {
	t.Helper()
	if f.Legend != s.Kind.Legend && f.Shape != viewer.Tree {
		t.Fatalf("turn %d: the legend is not that of the kind", f.Turn)
	}
	for i, c := range f.Cells {
		switch {
		case c.Wall != viewer.Open && (c.Owner != viewer.Neutral || c.Item != viewer.NoItem):
			t.Fatalf("turn %d: cell %d is a wall with an owner or an item: %+v", f.Turn, i, c)
		case c.Item != viewer.NoItem && (f.Legend == nil || int(c.Item) > len(f.Legend.Items)):
			t.Fatalf("turn %d: cell %d has item %d, which the legend does not explain", f.Turn, i, c.Item)
		}
	}
	if f.Legend == nil && len(f.Bombs) > 0 || f.Legend != nil && !f.Legend.Bombs && len(f.Bombs) > 0 {
		t.Fatalf("turn %d: there are bombs, but the legend says that there are none", f.Turn)
	}
}

// choosable checks that a person has a key for each choice, as the legend says.
func (s *Suite) choosable(t *testing.T, all *viewer.Choices) {
	t.Helper()
	if s.Kind.Legend == nil {
		return
	}
	for _, piece := range all.Pieces {
		for _, c := range piece.Choices {
			if !slices.ContainsFunc(s.Kind.Legend.Keys, func(k viewer.Key) bool { return k.Do == c.Do }) {
				t.Fatalf("turn %d: there is no key for the choice %q", all.Turn, c.Do)
			}
		}
	}
}

// concurrent lets all players decide concurrently, half of them as bots. The race detector finds shared data.
func (s *Suite) concurrent(t *testing.T) {
	m, alone := s.start(t, 1), s.start(t, 1)
	p, one := s.players(t, m, 1), s.players(t, alone, 1)
	order := make([]int, m.Players())
	for player := range order {
		order[player] = player
	}
	ask := func(p *players, m game.Match, player int) {
		if (m.Turn()+player)%2 == 0 {
			p.bots[player].Act(m)
		} else {
			m.Ask(player, []byte(s.Noise[(m.Turn()+player)%len(s.Noise)]))
		}
	}
	for !m.Over() && m.Turn() < s.Turns {
		var all sync.WaitGroup
		for _, player := range order {
			all.Go(func() { ask(p, m, player) })
			ask(one, alone, player)
		}
		all.Wait()
		m.Play(order, true)
		alone.Play(order, true)
		if a, b := describe(m), describe(alone); a != b {
			t.Fatalf("at the same time players came to\n%s\none by one to\n%s", a, b)
		}
	}
}

func (s *Suite) bots(t *testing.T) {
	m := s.start(t, 1)
	ordinary, all := s.Setup.Specials, append(slices.Clone(s.Kind.Bots), s.Kind.Specials...)
	for _, name := range s.Kind.Bots {
		if _, err := m.Bot(name, ordinary, 1); err != nil {
			t.Errorf("an ordinary player: %v", err)
		}
	}
	for _, name := range s.Kind.Specials {
		if _, err := m.Bot(name, 0, 1); err != nil && ordinary > 0 {
			t.Errorf("a special player: %v", err)
		}
	}
	for _, name := range s.Kind.Usual {
		if !slices.Contains(all, name) {
			t.Errorf("%q plays where nobody is named, but there are %q", name, all)
		}
	}
	if _, err := m.Bot("nosuchbot", ordinary, 1); err == nil {
		t.Error("there is a bot nosuchbot")
	}
	if _, err := m.Bot(s.Kind.Bots[0], m.Players(), 1); err == nil {
		t.Errorf("there is a bot for player %d of %d", m.Players(), m.Players())
	}
}
