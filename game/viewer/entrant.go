package viewer

import "slices"

// Colour and letter belong to the entrant, not to the player id: ids rotate in a series, but the entrant keeps its
// look. A look is the index of a colour in Palette and of a letter of Mark.

// Look returns the player's look: that of its entrant, or that of its id if the entrant is unknown.
func (p *Player) Look() int {
	if p.Entrant > 0 {
		return p.Entrant - 1
	}
	return p.ID
}

// Look returns the look of a player of f.
func (f *Frame) Look(player int) int {
	if player >= 0 && player < len(f.Players) {
		return f.Players[player].Look()
	}
	return player
}

// Looks returns one more than the largest look of a player of f.
func (f *Frame) Looks() int {
	n := 0
	for i := range f.Players {
		n = max(n, f.Players[i].Look()+1)
	}
	return n
}

// Mark returns the letters of a player of f.
func (f *Frame) Mark(player int) string { return Mark(f.Look(player)) }

// Label returns the name of a token of f: its player's mark and its id.
func (f *Frame) Label(t *Token) string {
	seen := *t
	seen.Player = f.Look(t.Player)
	return seen.Label()
}

// ByLetter returns the players of a match in the order of their letters, which stay the same while ids rotate. look
// returns the look of a player.
func ByLetter(players int, look func(player int) int) []int {
	ids := make([]int, players)
	for id := range ids {
		ids[id] = id
	}
	slices.SortStableFunc(ids, func(a, b int) int { return look(a) - look(b) })
	return ids
}

// ByLook returns f for drawing its board: owners and the players of tokens are looks, for Owner.Colour and
// Token.Label. Everything else still uses player ids. It returns f itself if all looks equal the ids.
func (f *Frame) ByLook() *Frame {
	if !slices.ContainsFunc(f.Players, func(p Player) bool { return p.Look() != p.ID }) {
		return f
	}
	c := f.Clone()
	recolour := func(o *Owner) {
		if *o > Neutral {
			*o = OwnerOf(f.Look(o.Player()))
		}
	}
	for i := range c.Cells {
		recolour(&c.Cells[i].Owner)
	}
	for i := range c.Bombs {
		recolour(&c.Bombs[i].Owner)
	}
	for i := range c.Explosions {
		recolour(&c.Explosions[i].Owner)
	}
	for i := range c.Tokens {
		c.Tokens[i].Player = f.Look(c.Tokens[i].Player)
	}
	return &c
}
