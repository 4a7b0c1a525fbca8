package match

import (
	"encoding/binary"
	"strconv"
)

// Draws is what all random choices of a match, or of a series of matches, come from: its secret, or, if there is none,
// its seed. docs/replay-format.md describes how.
type Draws struct {
	Seed   uint64
	Secret Secret
}

// Match returns the draws of match i of a series.
func (d Draws) Match(i int) Draws {
	m := Draws{Seed: SeedOf(d.Seed, i)}
	if !d.Secret.IsZero() {
		k := d.Secret.Key("match", uint64(i))
		m.Secret = Secret(k[:len(m.Secret)])
	}
	return m
}

// DealIDs returns the player id of each of n seats: a permutation of 0..n-1.
func (d Draws) DealIDs(n int) []int {
	s := newShuffler(d.Seed, useIDs, n)
	if !d.Secret.IsZero() {
		s.rng.Seed(d.Secret.words("ids"))
	}
	return s.next()
}

// Orders returns the orders of the turns of n players.
func (d Draws) Orders(order Order, n int) *Orders {
	o := &Orders{order: order, shuffler: newShuffler(d.Seed, useOrder, n)}
	if !d.Secret.IsZero() {
		o.shuffler.rng.Seed(d.Secret.words("order"))
	}
	return o
}

// PlayerSeed returns the seed for the random choices of a built-in bot.
func (d Draws) PlayerSeed(player int) uint64 {
	if d.Secret.IsZero() {
		return derive(d.Seed, usePlayer, player)
	}
	seed, _ := d.Secret.words("bot", uint64(player))
	return seed
}

// ProgramEnv returns the seed for the random choices of a player's program, as an entry of its environment. It is from
// 0 to 2^31-1, so that it fits into an int of any language. round is that of a program that is started each round, or
// else 0. Without a secret a program can find the seed of the match by trying all seeds.
func (d Draws) ProgramEnv(player, round int) string {
	return seedVariable + "=" + strconv.FormatUint(uint64(d.programSeed(player, round)), 10)
}

func (d Draws) programSeed(player, round int) uint32 {
	if d.Secret.IsZero() {
		return programSeed(d.Seed, player, round)
	}
	key := d.Secret.Key("program", uint64(player), uint64(round))
	return binary.BigEndian.Uint32(key[:]) >> 1
}
