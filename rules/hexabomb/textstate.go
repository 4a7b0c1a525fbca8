package hexabomb

import (
	"slices"
	"strconv"
	"strings"
)

// state is the state of a game on b that the picture shows.
func (p *picture) state(b *Board) (*State, error) {
	if len(p.words) != len(b.coords) {
		return nil, badText("%d cells are drawn; the board has %d", len(p.words), len(b.coords))
	}
	snap := Snapshot{Colours: make([]Colour, len(b.coords))}
	seen := make([]bool, len(b.coords))
	for i, w := range p.words {
		c, ok := b.CellAt(w.at)
		if !ok || seen[c] {
			return nil, badText("%v: the board has no such cell, or it is drawn twice", w)
		}
		seen[c] = true
		if err := p.readWord(b, &snap, w, c, p.drawn[i]); err != nil {
			return nil, err
		}
	}
	if err := p.readCharacters(b, &snap); err != nil {
		return nil, err
	}
	if err := p.readHeads(b, &snap); err != nil {
		return nil, err
	}
	return b.Restore(snap)
}

func (p *picture) readWord(b *Board, snap *Snapshot, w word, c Cell, d drawn) error {
	colour := func(k seat) (Colour, error) {
		if k == neutral {
			return 0, nil
		}
		player := b.player(k)
		if player < 0 || player >= b.players {
			return 0, badText("%v: nobody plays %v", w, k)
		}
		return ColourOf(player), nil
	}
	var err error
	if snap.Colours[c], err = colour(d.colour); err != nil {
		return err
	}
	if d.bomb {
		bomb := Bomb{Cell: c, Range: d.reach, Delay: d.delay}
		if bomb.Colour, err = colour(d.bombOf); err != nil {
			return err
		}
		snap.Bombs = append(snap.Bombs, bomb)
	}
	if d.blast {
		explosion := Explosion{Cell: c}
		if explosion.Colour, err = colour(d.blasts); err != nil {
			return err
		}
		snap.Explosions = append(snap.Explosions, explosion)
	}
	return nil
}

func (p *picture) readCharacters(b *Board, snap *Snapshot) error {
	list, err := p.characters()
	if err != nil {
		return err
	}
	names := b.names()
	if len(list) != len(names) {
		return badText("%d characters are drawn; the board has %d", len(list), len(names))
	}
	for i, c := range list {
		if c.characterName != names[i] {
			return badText("character %v is drawn; the board has %v", c.characterName, names[i])
		}
		cell, _ := b.CellAt(c.at)
		character := Character{Cell: cell, Alive: !c.dead, ReviveDelay: -1, BombCount: 1}
		if c.dead {
			character.ReviveDelay = 0
		}
		snap.Characters = append(snap.Characters, character)
	}
	return nil
}

// readHeads reads the lines that say what the cells do not.
func (p *picture) readHeads(b *Board, snap *Snapshot) error {
	if value, has := p.heads["turn"]; has {
		var err error
		if snap.Turn, err = strconv.Atoi(value); err != nil || snap.Turn < 0 {
			return badText("turn: %q where a number from 0 was expected", value)
		}
	}
	var players, characters []string
	for i := range b.players {
		players = append(players, b.playerName(i))
	}
	for _, name := range b.names() {
		characters = append(characters, name.String())
	}
	snap.Scores = make([]int, b.players)
	err := p.readNumbers("score", players, func(i, n int) { snap.Scores[i] = n })
	if err == nil && p.heads["count"] != "" {
		snap.CellCounts = make([]int, b.players)
		for _, colour := range snap.Colours {
			if colour > 0 {
				snap.CellCounts[colour-1]++
			}
		}
		err = p.readNumbers("count", players, func(i, n int) { snap.CellCounts[i] = n })
	}
	if err == nil {
		err = p.readNumbers("bombs", characters, func(i, n int) { snap.Characters[i].BombCount = n })
	}
	if err == nil {
		err = p.readNumbers("delay", characters, func(i, n int) { snap.Characters[i].ReviveDelay = n })
	}
	if err == nil {
		err = p.readDropped(b, snap)
	}
	return err
}

// readNumbers reads a line of name=number.
func (p *picture) readNumbers(head string, names []string, set func(i, number int)) error {
	for _, item := range strings.Fields(p.heads[head]) {
		name, value, _ := strings.Cut(item, "=")
		i := slices.Index(names, name)
		n, err := strconv.Atoi(value)
		if i < 0 || err != nil {
			return badText("%s: %q where NAME=NUMBER was expected, the name one of: %s", head, item,
				strings.Join(names, " "))
		}
		set(i, n)
	}
	return nil
}

// readDropped puts the bombs into the order of the line "dropped", else that of the picture's rows.
func (p *picture) readDropped(b *Board, snap *Snapshot) error {
	places := strings.Fields(p.heads["dropped"])
	if len(places) == 0 {
		slices.SortStableFunc(snap.Bombs, func(x, y Bomb) int {
			return compareRows(b.coords[x.Cell], b.coords[y.Cell])
		})
		return nil
	}
	if len(places) != len(snap.Bombs) {
		return badText("dropped: %d places but %d bombs are drawn", len(places), len(snap.Bombs))
	}
	for i, text := range places {
		at, err := parsePlace("dropped", text)
		if err != nil {
			return err
		}
		j := slices.IndexFunc(snap.Bombs[i:], func(x Bomb) bool { return b.coords[x.Cell] == at })
		if j < 0 {
			return badText("dropped: there is no bomb at %s, or it is named twice", text)
		}
		snap.Bombs[i], snap.Bombs[i+j] = snap.Bombs[i+j], snap.Bombs[i]
	}
	return nil
}
