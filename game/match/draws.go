package match

import "encoding/binary"

// Draws is what all random choices of a match, or of a series of matches, come from: its secret, or, if there is none,
// its seed. docs/replay-format.md describes how.
type Draws struct {
	Seed   uint64
	Secret Secret
}

// Match returns the draws of match i of a series.
func (d Draws) Match(i int) Draws { return Draws{Seed: SeedOf(d.Seed, i), Secret: d.secretOf(i)} }

// With returns the draws of match i of a series whose seed does not follow from that of the series.
func (d Draws) With(seed uint64, i int) Draws { return Draws{Seed: seed, Secret: d.secretOf(i)} }

func (d Draws) secretOf(i int) Secret {
	if d.Secret.IsZero() {
		return Secret{}
	}
	return d.Secret.Key("match", uint64(i)).Secret()
}

// DealIDs returns the player id of each of n seats: a permutation of 0..n-1.
func (d Draws) DealIDs(n int) []int {
	if d.Secret.IsZero() {
		return DealIDs(d.Seed, n)
	}
	s := newShuffler(0, 0, n)
	s.rng.Seed(d.Secret.Key("ids").words())
	return s.next()
}

// Orders returns the orders of the turns of n players.
func (d Draws) Orders(order Order, n int) *Orders {
	o := NewOrders(order, d.Seed, n)
	if !d.Secret.IsZero() {
		o.shuffler.rng.Seed(d.Secret.Key("order").words())
	}
	return o
}

// PlayerSeed returns the seed for the random choices of a built-in bot.
func (d Draws) PlayerSeed(player int) uint64 {
	if d.Secret.IsZero() {
		return PlayerSeed(d.Seed, player)
	}
	seed, _ := d.Secret.Key("bot", uint64(player)).words()
	return seed
}

// ProgramSeed returns the seed for the random choices of a player's program, as the function ProgramSeed does.
func (d Draws) ProgramSeed(player, round int) uint32 {
	if d.Secret.IsZero() {
		return ProgramSeed(d.Seed, player, round)
	}
	key := d.Secret.Key("program", uint64(player), uint64(round))
	return binary.BigEndian.Uint32(key[:]) >> 1
}

// ProgramEnv returns ProgramSeed as an entry of a program's environment.
func (d Draws) ProgramEnv(player, round int) string { return programEnv(d.ProgramSeed(player, round)) }
