package lab

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"blastyard/arena/rerun"
	"blastyard/bots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/show/playback"
)

// open reads a replay. From a damaged file it returns the readable part.
func open(file []byte) (*replay.Replay, error) {
	r, err := replay.Read(bytes.NewReader(file))
	if r == nil {
		return nil, err
	}
	return r, nil
}

// Film returns a replay as pages show it, in lines of JSON: the header, the end with its explanation (or null), and
// the frames of all turns.
func Film(file []byte) ([]byte, error) {
	r, err := open(file)
	if err != nil {
		return nil, err
	}
	p, err := playback.New(r, games.All())
	if err != nil {
		return nil, err
	}
	lines := append(p.Header().AppendJSON(nil), '\n')
	if end := p.End(); end != nil {
		explain.ForPage(games.All())(r, len(p.Header().Cells), end)
		lines = end.AppendJSON(lines)
	} else {
		lines = append(lines, "null"...)
	}
	lines = append(lines, '\n')
	for f, err := range p.Frames() {
		if err != nil {
			return nil, err
		}
		lines = append(f.AppendJSON(lines), '\n')
	}
	return lines, nil
}

// Lessons returns what could have been done better in a match, as pages show it, in JSON. It is empty for a game
// without known lessons, and for a match that is too large.
func Lessons(file []byte) ([]byte, error) {
	r, err := open(file)
	if err != nil {
		return nil, err
	}
	p, err := playback.New(r, games.All())
	if err != nil && !errors.Is(err, playback.ErrNoBoard) {
		return nil, err
	}
	var end viewer.End
	if err == nil {
		explain.ForPage(games.All())(r, len(p.Header().Cells), &end)
	}
	return viewer.AppendLessons(nil, end.Lessons), nil
}

// Offer says how a match can be continued.
func Offer(file []byte) (viewer.BranchOffer, error) {
	r, err := open(file)
	if err != nil {
		return viewer.BranchOffer{}, err
	}
	return rerun.Offer(r, games.All()), nil
}

// AnyStarter finds the starter of a game that has none of its own. It is nil in a module without such games, which is
// smaller.
var AnyStarter func(game, language string) (bots.Starter, error)

// Starter returns the files of a starter bot's folder, as `bot new` creates it. A program of the page stays for a
// whole match, so where others are started each round it is the bot for standard input and output.
func Starter(name, language, bot string) (files map[string]string, err error) {
	k, err := game.Find(games.All(), name)
	if err != nil {
		return nil, err
	}
	find := bots.Find
	switch {
	case k.Protocol == game.Rounds:
		find = bots.FindStdio
	case len(bots.Languages(name)) == 0 && AnyStarter != nil:
		find = AnyStarter
	}
	s, err := find(name, language)
	if err != nil {
		return nil, err
	}
	list, err := s.Files(bot)
	if err != nil {
		return nil, err
	}
	files = make(map[string]string, len(list))
	for _, f := range list {
		files[f.Name] = string(f.Data)
	}
	return files, nil
}

// Kind is a game with a version of its rules.
type Kind struct {
	Game     string   `json:"game"`
	Title    string   `json:"title"`   // what people call it
	Fields   []string `json:"fields"`  // of its states
	Rounds   bool     `json:"rounds"`  // programs are usually started in each round, which a page cannot do
	Rules    string   `json:"rules"`   // "" if the game has only one version
	Maps     []Map    `json:"maps"`    // built-in maps; none: the seed determines the map
	Players  int      `json:"players"` // limit of ordinary players; 0: the map determines it
	Bots     []string `json:"bots"`
	Specials []string `json:"specials"`
	Turns    int      `json:"turns"` // default limit of turns; 0: that of the rules
}

// Map is a built-in map.
type Map struct {
	Name    string `json:"name"`
	Info    string `json:"info"`
	Players int    `json:"players"` // limit of ordinary players
}

// Kinds returns what can be played: the usual rules of each game first.
func Kinds() ([]Kind, error) {
	var list []Kind
	for _, named := range games.All() {
		for _, k := range append([]*game.Kind{named}, named.Older...) {
			x := Kind{Game: k.Name, Title: cmp.Or(k.Called, k.Name), Rounds: k.Protocol == game.Rounds,
				Rules: k.Version, Maps: []Map{}, Bots: append([]string{}, k.Bots...),
				Specials: append([]string{}, k.Specials...), Turns: k.Turns}
			if k.OpenMap == nil {
				x.Players = k.Seats(game.Map{})
			}
			var err error
			if x.Maps, err = mapsOf(k); err != nil {
				return nil, err
			}
			if x.Fields, err = fieldsOf(k); err != nil {
				return nil, err
			}
			list = append(list, x)
		}
	}
	return list, nil
}

// mapsOf returns the built-in maps of a game.
func mapsOf(k *game.Kind) ([]Map, error) {
	list := []Map{}
	if k.Maps == nil {
		return list, nil
	}
	for _, name := range k.Maps() {
		m, err := k.OpenMap(name)
		if err != nil {
			return nil, err
		}
		list = append(list, Map{Name: name, Info: k.MapInfo(name), Players: k.Seats(m)})
	}
	return list, nil
}

// fieldsOf returns the names of the fields of a game's states.
func fieldsOf(k *game.Kind) (names []string, err error) {
	s := game.Setup{Players: 2}
	if k.OpenMap != nil {
		if s.Map, err = k.OpenMap(""); err != nil {
			return nil, err
		}
	}
	s.Players = min(s.Players, k.Seats(s.Map))
	m, err := k.New(s)
	if err != nil {
		return nil, err
	}
	var state map[string]json.RawMessage
	if err := json.Unmarshal(m.AppendState(nil), &state); err != nil {
		return []string{}, nil //nolint:nilerr // a state that is no object has no fields
	}
	return slices.Sorted(maps.Keys(state)), nil
}
