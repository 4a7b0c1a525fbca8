package lab

import (
	"bytes"
	"errors"

	"blastyard/arena/rerun"
	"blastyard/bots"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
	"blastyard/rules/maps"
	"blastyard/show/playback"
)

// open reads a replay. Of a damaged file it is what there is.
func open(file []byte) (*replay.Replay, error) {
	r, err := replay.Read(bytes.NewReader(file))
	if r == nil {
		return nil, err
	}
	return r, nil
}

// Film is a replay as pages show it, in lines of JSON: the header, the end with what explains the match (or null), and
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

// Lessons are what could have been done better in a match, as pages tell it, in JSON. There are none for a game whose
// lessons are not known, and for a match that is too large.
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

// Offer says how a match can be played on.
func Offer(file []byte) (viewer.BranchOffer, error) {
	r, err := open(file)
	if err != nil {
		return viewer.BranchOffer{}, err
	}
	return rerun.Offer(r, games.All()), nil
}

// Starter is a bot to start from: the files of its folder, as `bot new` makes it. A program of the page plays a whole
// match, so that of 2016-Bomberman is the one for standard input and output, not the one that is started each round.
func Starter(game, language, name string) (files map[string]string, err error) {
	find := bots.Find
	if game == bots.Bomberman {
		find = bots.FindStdio
	}
	s, err := find(game, language)
	if err != nil {
		return nil, err
	}
	list, err := s.Files(name)
	if err != nil {
		return nil, err
	}
	files = make(map[string]string, len(list))
	for _, f := range list {
		files[f.Name] = string(f.Data)
	}
	return files, nil
}

// Kind is what can be played: a game, by a version of its rules.
type Kind struct {
	Game     string   `json:"game"`
	Rules    string   `json:"rules"`   // ""; the game has one version
	Maps     []Map    `json:"maps"`    // built-in ones; none: the map comes from the seed
	Players  int      `json:"players"` // ordinary ones at most, where no map says it; 0: a map does
	Bots     []string `json:"bots"`
	Specials []string `json:"specials"`
	Turns    int      `json:"turns"` // where a config says nothing; 0: as many as the rules allow
}

// Map is a built-in map.
type Map struct {
	Name    string `json:"name"`
	Info    string `json:"info"`
	Cells   int    `json:"cells"`
	Players int    `json:"players"` // ordinary ones at most
}

// Kinds are what can be played: the usual rules of each game first.
func Kinds() ([]Kind, error) {
	var list []Kind
	for _, named := range games.All() {
		for _, k := range append([]*game.Kind{named}, named.Older...) {
			x := Kind{Game: k.Name, Rules: k.Version, Maps: []Map{}, Bots: append([]string{}, k.Bots...),
				Specials: append([]string{}, k.Specials...), Turns: k.Turns}
			var err error
			if k.OpenMap == nil {
				x.Players = k.Seats(game.Map{})
			} else if x.Maps, err = mapsOf(k); err != nil {
				return nil, err
			}
			list = append(list, x)
		}
	}
	return list, nil
}

// mapsOf are the built-in maps that a game can be played on.
func mapsOf(k *game.Kind) ([]Map, error) {
	list := []Map{}
	for _, name := range maps.Names() {
		m, err := maps.Load(name)
		if err != nil {
			return nil, err
		}
		if maps.CheckRules(m, k.Version) != nil {
			continue
		}
		list = append(list, Map{Name: name, Info: maps.Info(name), Cells: len(m.Cells), Players: len(m.Starts)})
	}
	return list, nil
}
