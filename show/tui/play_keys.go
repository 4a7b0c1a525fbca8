package tui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"blastyard/game/viewer"
)

// playKeys are the keys of a person, as the game says.
type playKeys struct {
	keys   []viewer.Key
	atOnce bool // a key sends the action
}

// keysOf returns the keys of a game. Without a legend the choices have the numbers from 1.
func keysOf(legend *viewer.Legend, all *viewer.Choices) playKeys {
	if legend != nil && len(legend.Keys) > 0 {
		return playKeys{legend.Keys, legend.AtOnce}
	}
	var numbered playKeys
	for i := range all.Pieces {
		for _, c := range all.Pieces[i].Choices {
			if numbered.of(c.Do) == nil {
				numbered.keys = append(numbered.keys, viewer.Key{Key: strconv.Itoa(len(numbered.keys) + 1), Do: c.Do,
					Name: c.Do, Verb: "do " + c.Do})
			}
		}
	}
	return numbered
}

// of returns the key of a choice, or nil.
func (p *playKeys) of(do string) *viewer.Key {
	if i := slices.IndexFunc(p.keys, func(k viewer.Key) bool { return k.Do == do }); i >= 0 {
		return &p.keys[i]
	}
	return nil
}

// pressed returns what a key of the keyboard means, or nil.
func (p *playKeys) pressed(key string) *viewer.Key {
	for i := range p.keys {
		if k := &p.keys[i]; k.Key == key || slices.Contains(k.Also, key) {
			return k
		}
	}
	return nil
}

// sign is an arrow for a move, and the name of any other choice.
func (p *playKeys) sign(do string) string {
	if k := p.of(do); k != nil {
		return cmp.Or(k.Sign, do)
	}
	return do
}

// help lists the keys.
func (p *playKeys) help() []string {
	var moves, others []string
	for _, k := range p.keys {
		if k.Move {
			moves = append(moves, k.Key)
		} else {
			others = append(others, k.Key+" "+strings.ToLower(k.Name))
		}
	}
	var list []string
	if len(moves) > 0 {
		list = append(list, strings.Join(moves, " ")+" move")
	}
	list = append(append(list, others...), "space nothing")
	if !p.atOnce {
		list = append(list, "tab next", "u undo", "Enter send")
	}
	return append(list, "q give up")
}
