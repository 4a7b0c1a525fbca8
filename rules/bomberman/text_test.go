package bomberman

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A board as text, for tests: fields and rows between bars, as in
//
//	A: bag=2 radius=3|bounty: 70|A . a3r2 +|# B* . &
//
// A row is words, one a block: . nothing, # hard wall, + soft wall, 1 2 3 soft wall over a bag, radius, super power-up,
// & ! $ those power-ups in the open, A a player, a3 a bomb of A with timer 3, a3r2 with radius 2, * a blast of the last
// round. They can be put together: Aa3* is a player on its bomb in a blast. The board is surrounded by hard walls. Players
// that do not stand on it are dead.
type boardText struct {
	fields map[string]string
	rows   [][]string
}

func parseBoard(t testing.TB, text string) boardText {
	t.Helper()
	b := boardText{fields: map[string]string{}}
	for _, part := range strings.Split(text, "|") {
		if name, value, is := strings.Cut(part, ":"); is {
			b.fields[strings.TrimSpace(name)] = strings.TrimSpace(value)
			continue
		}
		b.rows = append(b.rows, strings.Fields(part))
		if len(b.rows[0]) != len(b.rows[len(b.rows)-1]) {
			t.Fatalf("rows of different lengths: %q", text)
		}
	}
	return b
}

func (b boardText) number(t testing.TB, field string, otherwise int) int {
	t.Helper()
	text, has := b.fields[field]
	if !has {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// block is what a word says.
type block struct {
	Block
	player, owner, timer, radius int // owner: of a bomb, or NoPlayer
	exploding                    bool
}

func blockOf(t testing.TB, word string) block {
	t.Helper()
	b := block{player: NoPlayer, owner: NoPlayer, radius: 1}
	number := func(from int) (n, end int) {
		for end = from; end < len(word) && '0' <= word[end] && word[end] <= '9'; end++ {
			n = 10*n + int(word[end]-'0')
		}
		return n, end
	}
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case c == '.':
		case c == '#':
			b.Wall = HardWall
		case c == '+':
			b.Wall = SoftWall
		case '1' <= c && c <= '3':
			b.Wall, b.PowerUp = SoftWall, PowerUp(c-'0')
		case strings.IndexByte("&!$", c) >= 0:
			b.PowerUp = PowerUp(1 + strings.IndexByte("&!$", c))
		case 'A' <= c && c <= 'L':
			b.player = int(c - 'A')
		case c == '*':
			b.exploding = true
		case 'a' <= c && c <= 'l':
			b.owner = int(c - 'a')
			b.timer, i = number(i + 1)
			if i < len(word) && word[i] == 'r' {
				b.radius, i = number(i + 1)
			}
			i--
		default:
			t.Fatalf("what is %q in %q?", c, word)
		}
	}
	return b
}

// players is how many the text speaks of.
func (b boardText) players() int {
	n := 0
	for k := range MaxPlayers {
		if _, has := b.fields[string(Key(k))]; has {
			n = k + 1
		}
		for _, row := range b.rows {
			if strings.ContainsAny(strings.Join(row, ""), string([]byte{Key(k), Key(k) + 'a' - 'A'})) {
				n = k + 1
			}
		}
	}
	return n
}

const testBag = 5 // bombs a player that the state has room for

// newMap makes the map; its square-ness does not matter to the rules.
func (b boardText) newMap(t testing.TB) *Map {
	t.Helper()
	m := &Map{Settings: DefaultSettings(), Seed: int32(b.number(t, "seed", 1)), Width: len(b.rows[0]) + 2, Height: len(b.rows) + 2}
	m.Settings.BombBag = testBag
	m.Settings.CoveragePoints = b.number(t, "coverage", 0) // most cases are easier to read without
	m.Settings.TimerMultiplier = b.number(t, "timer", m.Settings.TimerMultiplier)
	m.Settings.WallPoints = b.number(t, "wall", m.Settings.WallPoints)
	m.Settings.SuperPoints = b.number(t, "super", m.Settings.SuperPoints)
	m.Bounty = b.number(t, "bounty", 100)
	m.Blocks = make([]Block, m.Width*m.Height)
	for i := range m.Blocks {
		m.Blocks[i].Wall = HardWall
	}
	m.Starts = slices.Repeat([]Pos{{1, 1}}, b.players()) // the dead, out of the way
	for y, row := range b.rows {
		for x, word := range row {
			at, what := Pos{x + 2, y + 2}, blockOf(t, word)
			m.Blocks[m.index(at)] = what.Block
			if what.Wall != HardWall {
				m.open++
			}
			if what.player != NoPlayer {
				m.Starts[what.player] = at
			}
		}
	}
	return m
}

// state returns the state that the text describes, on a map.
func (b boardText) state(t testing.TB, m *Map) *State {
	t.Helper()
	s := NewState(m)
	s.mem[headRound] = uint32(b.number(t, "round", 0))
	s.blocks[0] = uint32(HardWall)
	for k, at := range m.Starts {
		p := s.player(k)
		p[playerBag], p[playerRadius] = 1, 1
		if at == (Pos{1, 1}) {
			p[playerDead], p[playerVisited] = 1, 0
		}
	}
	for y, row := range b.rows {
		for x, word := range row {
			i := m.index(Pos{x + 2, y + 2})
			what := blockOf(t, word)
			if what.exploding {
				s.blocks[i] |= exploding
				s.blast[s.mem[headBlast]] = uint32(i)
				s.mem[headBlast]++
			}
			if what.owner != NoPlayer {
				s.blocks[i] |= hasBomb
				copy(s.bomb(s.NumBombs()), []uint32{uint32(i), uint32(what.owner), uint32(what.timer), uint32(what.radius)})
				s.mem[headBombs]++
				s.player(what.owner)[playerBombs]++
			}
		}
	}
	for k := range m.Starts {
		p := s.player(k)
		p[playerBag] = max(p[playerBag], p[playerBombs])
		for _, setting := range strings.Fields(b.fields[string(Key(k))]) {
			name, value, _ := strings.Cut(setting, "=")
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			word, known := map[string]int{"bag": playerBag, "radius": playerRadius, "points": playerPoints, "dead": playerKilled}[name]
			if !known {
				t.Fatalf("what is %q of a player?", name)
			}
			p[word] = uint32(n)
		}
	}
	return s
}

// draw writes a state's rows in the words of boardText.
func draw(s *State) string {
	m := s.Map()
	bombs := map[Pos]Bomb{}
	for i := range s.NumBombs() {
		bombs[s.Bomb(i).At] = s.Bomb(i)
	}
	var rows []string
	for y := 2; y < m.Height; y++ {
		var words []string
		for x := 2; x < m.Width; x++ {
			c, word := s.At(Pos{x, y}), ""
			switch {
			case c.Wall == HardWall:
				word = "#"
			case c.Wall == SoftWall:
				word = string("+123"[c.PowerUp])
			case c.PowerUp != NoPowerUp:
				word = string(" &!$"[c.PowerUp])
			}
			if c.Player != NoPlayer {
				word += string(Key(c.Player))
			}
			if c.Bomb {
				b := bombs[Pos{x, y}]
				word += fmt.Sprintf("%c%d", Key(b.Owner)+'a'-'A', b.Timer)
				if b.Radius != 1 {
					word += fmt.Sprintf("r%d", b.Radius)
				}
			}
			if c.Exploding {
				word += "*"
			}
			if word == "" {
				word = "."
			}
			words = append(words, word)
		}
		rows = append(rows, strings.Join(words, " "))
	}
	return strings.Join(rows, "|")
}

// commandsOf parses rounds of commands: one word a round, one letter a player.
func commandsOf(t testing.TB, text string) (rounds [][]Command) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		var round []Command
		for _, c := range word {
			command := strings.IndexRune("-ulrdbt", c)
			if command < 0 {
				t.Fatalf("what is %q in %q?", c, text)
			}
			round = append(round, Command(command))
		}
		rounds = append(rounds, round)
	}
	return rounds
}
