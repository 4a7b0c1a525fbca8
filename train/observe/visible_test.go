package observe

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blastyard/bots/bomberbots"
	"blastyard/rules/bomberman"
	bombwire "blastyard/rules/bomberman/wire"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// hexArrays returns what a seat sees of a state.
func hexArrays(p *HexabombBoard, s *hexabomb.State, seat int) arrays {
	o, a := p.Observer(), newArrays(p.Spec(), 0)
	o.Look(s)
	o.View([]int{seat}, a.memory()).Write()
	return a
}

func bombArrays(p *BombermanBoard, s *bomberman.State, seat int) arrays {
	o, a := p.Observer(), newArrays(p.Spec(), 0)
	o.Look(s)
	o.View([]int{seat}, a.memory()).Write()
	return a
}

// TestHexabombOfWhatABotGets: a bot that reads the initial state and a state from messages makes the same observation
// as the trainer, which has the board and the state themselves.
func TestHexabombOfWhatABotGets(t *testing.T) {
	for _, kind := range hexKinds {
		b := hexBoard(t, kind)
		encoder, s := wire.NewEncoder(b), hexabomb.NewState(b)
		read, err := wire.DecodeBoard(encoder.Append(nil, s), kind.players, min(1, kind.special))
		if err != nil {
			t.Fatal(err)
		}
		here, err := NewHexabombBoard(b, Planes, kind.turns)
		if err != nil {
			t.Fatal(err)
		}
		there, err := NewHexabombBoard(read, Planes, kind.turns)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(8, 9))
		for range kind.turns {
			s.Step(hexDraw(s, rng, nil), nil)
			got, err := wire.DecodeState(read, s.Turn(), encoder.Append(nil, s))
			if err != nil {
				t.Fatal(err)
			}
			for seat := range b.NumPlayers() {
				if text := differ(here.Spec(), hexArrays(there, got, seat), hexArrays(here, s, seat)); text != "" {
					t.Fatalf("%s, turn %d, player %d: %s", kind.name, s.Turn(), seat, text)
				}
			}
		}
	}
}

// playBomberman plays a match of built-in bots, and calls show with every state.
func playBomberman(t *testing.T, players int, seed int32, show func(s *bomberman.State)) {
	t.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	var bots []bomberbots.Bot
	for k := range players {
		bot, err := bomberbots.New([]string{"reference", "random"}[k%2], m, k, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		bots = append(bots, bot)
	}
	commands := make([]bomberman.Command, players)
	for range 80 {
		show(s)
		for k, bot := range bots {
			commands[k] = bot.Act(s)
		}
		s.Step(commands, nil)
	}
}

// TestBombermanOfWhatABotGets: a bot that reads state.json makes the same observation as the trainer.
func TestBombermanOfWhatABotGets(t *testing.T) {
	for _, players := range []int{2, 4, 12} {
		text := bombwire.Text{Names: make([]string, players)}
		var p *BombermanBoard
		playBomberman(t, players, 3, func(s *bomberman.State) {
			var err error
			if p == nil {
				if p, err = NewBombermanBoard(s.Map(), Planes, 0); err != nil {
					t.Fatal(err)
				}
			}
			assumed := &bombwire.Assumed{Settings: s.Map().Settings, Seed: 99}
			got, _, err := bombwire.ParseState(text.AppendState(nil, s), assumed)
			if err != nil {
				t.Fatal(err)
			}
			for seat := range players {
				if text := differ(p.Spec(), bombArrays(p, got, seat), bombArrays(p, s, seat)); text != "" {
					t.Fatalf("%d players, round %d, player %d: %s", players, s.Round(), seat, text)
				}
			}
		})
	}
}

// TestHiddenThingsAreNotShown: states that differ only in power-ups under soft walls and in the seed look the same.
func TestHiddenThingsAreNotShown(t *testing.T) {
	hidden := 0
	playBomberman(t, 4, 5, func(s *bomberman.State) {
		p, err := NewBombermanBoard(s.Map(), Planes, 0)
		if err != nil {
			t.Fatal(err)
		}
		c := s.SearchClone(12345)
		c.Conceal()
		if !s.Equal(c) {
			hidden++
		}
		for seat := range 4 {
			if text := differ(p.Spec(), bombArrays(p, c, seat), bombArrays(p, s, seat)); text != "" {
				t.Fatalf("round %d, player %d: %s", s.Round(), seat, text)
			}
		}
		if s.Round() > 0 {
			return
		}
		m := *s.Map()
		m.Seed++
		m.Blocks = slices.Clone(m.Blocks)
		for i := range m.Blocks {
			if m.Blocks[i].Wall == bomberman.SoftWall {
				m.Blocks[i].PowerUp = bomberman.RadiusPowerUp
			}
		}
		if text := differ(p.Spec(), bombArrays(p, bomberman.NewState(&m), 0), bombArrays(p, s, 0)); text != "" {
			t.Errorf("another seed and other power-ups under walls: %s", text)
		}
		m.Blocks[m.Width+3].Wall = bomberman.NoWall
		if differ(p.Spec(), bombArrays(p, bomberman.NewState(&m), 0), bombArrays(p, s, 0)) == "" {
			t.Error("a wall that is gone is not seen")
		}
	})
	if hidden < 40 {
		t.Errorf("only %d states had something hidden", hidden)
	}
}

// TestSeatsAreAlike: if every player plays what the player before it played in another match, it sees what that player
// saw.
func TestSeatsAreAlike(t *testing.T) {
	for _, special := range []int{0, 2} {
		const players = 4
		turned := func(p int) int { // id of an ordinary player in the other match
			if special > 0 {
				return 1 + p%players
			}
			return (p + 1) % players
		}
		kind := hexKind{radius: 4, players: players, characters: 2, special: special}
		b := hexBoard(t, kind)
		m := hexabomb.Map{Starts: make([][]hexabomb.Coord, players)}
		for c := range b.NumCells() {
			m.Cells = append(m.Cells, b.Coord(hexabomb.Cell(c)))
		}
		first := min(1, special)
		for id := range b.NumCharacters() {
			if at := b.Coord(b.Start(id)); b.Special(b.Owner(id)) {
				m.SpecialStarts = append(m.SpecialStarts, at)
			} else {
				to := turned(b.Owner(id)) - first
				m.Starts[to] = append(m.Starts[to], at)
			}
		}
		other, err := hexabomb.NewBoard(&m, players, first)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewHexabombBoard(b, Planes, 60)
		if err != nil {
			t.Fatal(err)
		}
		q, err := NewHexabombBoard(other, Planes, 60)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 9))
		x, y := hexabomb.NewState(b), hexabomb.NewState(other)
		for range 60 {
			actions := hexDraw(x, rng, nil)
			x.Step(actions, nil)
			for i := range actions {
				if a := &actions[i]; !b.Special(int(a.Player)) {
					from, _ := b.Characters(int(a.Player))
					a.Player = uint16(turned(int(a.Player)))
					to, _ := other.Characters(int(a.Player))
					a.Character = uint16(int(a.Character) - from + to)
				}
			}
			y.Step(actions, nil)
			for k := first; k < first+players; k++ {
				if text := differ(p.Spec(), hexArrays(q, y, turned(k)), hexArrays(p, x, k)); text != "" {
					t.Fatalf("%d special, turn %d: player %d does not see what player %d sees: %s", special, x.Turn(),
						turned(k), k, text)
				}
			}
		}
	}
}

// TestBombermanSeatsAreAlike is the same for Bomberman. Only one player acts in a round, so their order does not
// matter.
func TestBombermanSeatsAreAlike(t *testing.T) {
	const players = 4
	m, err := bomberman.Generate(bomberman.DefaultSettings(), players, 8)
	if err != nil {
		t.Fatal(err)
	}
	other := *m
	other.Starts = append(slices.Clone(m.Starts[players-1:]), m.Starts[:players-1]...)
	p, err := NewBombermanBoard(m, Planes, 100)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 9))
	x, y := bomberman.NewState(m), bomberman.NewState(&other)
	for round := range 120 {
		at := round % players
		command := bomberman.Command(rng.IntN(bomberman.NumCommands))
		one, two := make([]bomberman.Command, players), make([]bomberman.Command, players)
		one[at], two[(at+1)%players] = command, command
		x.Step(one, nil)
		y.Step(two, nil)
		for k := range players {
			if text := differ(p.Spec(), bombArrays(p, y, (k+1)%players), bombArrays(p, x, k)); text != "" {
				t.Fatalf("round %d: player %d does not see what player %d sees: %s", round, (k+1)%players, k, text)
			}
		}
	}
}
