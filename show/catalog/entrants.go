package catalog

import (
	"blastyard/game/viewer"
	"blastyard/show/serve"
)

// cast numbers the players in the replays of a catalogue: the same name is the same entrant, with the same number
// everywhere. The number determines colour and letter.
type cast struct {
	numbers map[string]int
	taken   map[int]bool
	free    int // all numbers below are taken
	texts   map[string]string
}

// maxNames limits how many names and texts are remembered.
const maxNames = 100_000

func newCast() *cast {
	return &cast{numbers: map[string]int{}, taken: map[int]bool{}, free: 1, texts: map[string]string{}}
}

// number returns the number of a name. A new name gets its own number in the replay, if that is free.
func (c *cast) number(name string, own int) int {
	if n := c.numbers[name]; n > 0 || len(c.numbers) >= maxNames {
		return n
	}
	n := own
	if n < 1 || c.taken[n] {
		for c.taken[c.free] {
			c.free++
		}
		n = c.free
	}
	c.numbers[name], c.taken[n] = n, true
	return n
}

// assign sets the numbers of a match's players. If two of them would then look the same because there are so many
// names, the players keep the numbers of the replay.
func (c *cast) assign(e *serve.Entry) {
	numbers, looks := make([]int, len(e.Players)), map[int]bool{}
	for id, name := range e.Players {
		own := 0
		if id < len(e.Entrants) {
			own = e.Entrants[id]
		}
		if name != "" {
			numbers[id] = c.number(name, own)
		}
		if numbers[id] > 0 {
			looks[(numbers[id]-1)%len(viewer.Palette)] = true
		}
	}
	if len(looks) == min(len(numbers), len(viewer.Palette)) && len(numbers) > 0 {
		e.Entrants = numbers
	}
	c.share(e)
}

// share makes equal texts of entries share their memory.
func (c *cast) share(e *serve.Entry) {
	one := func(text *string) {
		if known, ok := c.texts[*text]; ok {
			*text = known
		} else if len(c.texts) < maxNames {
			c.texts[*text] = *text
		}
	}
	for _, text := range []*string{&e.Title, &e.Game, &e.Map, &e.Why} {
		one(text)
	}
	for _, list := range [][]string{e.Players, e.Bots, e.Reasons} {
		for i := range list {
			one(&list[i])
		}
	}
}
