package similar

import (
	"cmp"
	"slices"
)

// File is a source of a bot.
type File struct {
	Name string // its path with slashes
	Text []byte
}

// Bot is what is compared.
type Bot struct {
	Name  string
	Files []File
}

// Pair are two bots that resemble each other.
type Pair struct {
	A      string  `json:"a"` // their names
	B      string  `json:"b"`
	Share  float64 `json:"share"`  // of the fingerprints of the bot that has fewer, those that the other one has, too
	Tokens int     `json:"tokens"` // in shared places
	Places []Place `json:"places"` // the longest first, at most maxPlaces
}

// Place is what two bots share in a row.
type Place struct {
	A      Lines `json:"a"`
	B      Lines `json:"b"`
	Tokens int   `json:"tokens"`
}

// Lines are lines of a file, from the first to the last, counted from 1.
type Lines struct {
	File string `json:"file"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// What makes a pair: short programs share a few lines by chance.
const (
	leastShare  = 0.2
	leastPrints = 6   // in common
	leastTokens = 120 // in shared places
	maxPlaces   = 30
	maxTries    = 8 // places of the other bot at which a shared place may be
)

// bot is a Bot with its fingerprints.
type bot struct {
	*Bot
	tokens [][]token          // by file
	prints map[uint64][]where // those that count, by hash
}

type where struct{ file, at int32 }

// Compare returns the pairs of bots that resemble each other, the most alike first. What is in known, such as starters,
// does not count, and neither does what at least half of the bots have, if these are three or more.
func Compare(bots []Bot, known []File) []Pair {
	all := make([]*bot, len(bots))
	common := map[uint64]bool{}
	for _, f := range known {
		for _, h := range grams(split(f.Name, f.Text)) {
			common[h] = true
		}
	}
	of := map[uint64][]int32{} // which bots have a fingerprint
	for i := range bots {
		all[i] = fingerprinted(&bots[i], common)
		for h := range all[i].prints {
			of[h] = append(of[h], int32(i))
		}
	}
	shared := map[[2]int32]int{}
	for h, list := range of {
		if len(list) >= 3 && 2*len(list) >= len(bots) {
			for _, i := range list {
				delete(all[i].prints, h)
			}
			continue
		}
		slices.Sort(list)
		for k, a := range list {
			for _, b := range list[k+1:] {
				shared[[2]int32{a, b}]++
			}
		}
	}
	var pairs []Pair
	for ids, n := range shared {
		a, b := all[ids[0]], all[ids[1]]
		share := float64(n) / float64(min(len(a.prints), len(b.prints)))
		if n < leastPrints || share < leastShare {
			continue
		}
		p := Pair{A: a.Name, B: b.Name, Share: share, Places: places(a, b)}
		for _, place := range p.Places {
			p.Tokens += place.Tokens
		}
		if p.Tokens >= leastTokens {
			p.Places = p.Places[:min(maxPlaces, len(p.Places))]
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(p, q Pair) int {
		return cmp.Or(cmp.Compare(q.Share, p.Share), cmp.Compare(q.Tokens, p.Tokens), cmp.Compare(p.A, q.A),
			cmp.Compare(p.B, q.B))
	})
	return pairs
}

// fingerprinted returns a bot with its fingerprints, without those that are common.
func fingerprinted(b *Bot, common map[uint64]bool) *bot {
	f := &bot{Bot: b, prints: map[uint64][]where{}}
	for i, file := range b.Files {
		tokens := split(file.Name, file.Text)
		f.tokens = append(f.tokens, tokens)
		for _, p := range winnow(grams(tokens)) {
			if !common[p.hash] {
				f.prints[p.hash] = append(f.prints[p.hash], where{int32(i), p.at})
			}
		}
	}
	return f
}

// places returns what two bots share, the longest first. Each token of a is in one place at most.
func places(a, b *bot) []Place {
	var starts []where
	hashes := map[where]uint64{}
	for h, list := range a.prints {
		if b.prints[h] == nil {
			continue
		}
		for _, w := range list {
			starts = append(starts, w)
			hashes[w] = h
		}
	}
	slices.SortFunc(starts, func(x, y where) int {
		return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.at, y.at))
	})
	var list []Place
	done := where{-1, 0} // up to here all is in a place
	for _, w := range starts {
		if w.file == done.file && w.at < done.at {
			continue
		}
		best, from, to := Place{}, int32(0), int32(0)
		others := b.prints[hashes[w]]
		for _, o := range others[:min(maxTries, len(others))] {
			low := int32(0)
			if w.file == done.file {
				low = done.at
			}
			p, begin, end := grown(a, b, w, o, low)
			if p.Tokens > best.Tokens {
				best, from, to = p, begin, end
			}
		}
		if to > from {
			list = append(list, best)
			done = where{w.file, to}
		}
	}
	slices.SortStableFunc(list, func(p, q Place) int { return cmp.Compare(q.Tokens, p.Tokens) })
	return list
}

// grown is the place around two equal fingerprints, as far as the tokens are equal, from the token low of a on.
func grown(a, b *bot, w, o where, low int32) (p Place, from, to int32) {
	x, y := a.tokens[w.file], b.tokens[o.file]
	from, to = w.at, w.at
	shift := o.at - w.at
	for from > low && from+shift > 0 && x[from-1].code == y[from-1+shift].code {
		from--
	}
	for int(to) < len(x) && int(to+shift) < len(y) && x[to].code == y[to+shift].code {
		to++
	}
	if to-from < gram { // two hashes that are equal by chance
		return p, 0, 0
	}
	return Place{
		A:      Lines{a.Files[w.file].Name, int(x[from].line), int(x[to-1].line)},
		B:      Lines{b.Files[o.file].Name, int(y[from+shift].line), int(y[to-1+shift].line)},
		Tokens: int(to - from),
	}, from, to
}
