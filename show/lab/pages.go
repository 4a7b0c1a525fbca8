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

// Starter returns the files of a starter bot's folder, as `bot new` creates it. A program of the page stays for a
// whole match, so for 2016-Bomberman it is the bot for standard input and output, not the one that is started each
// round.
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

// Kind is a game with a version of its rules.
type Kind struct {
	Game     string   `json:"game"`
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
	Cells   int    `json:"cells"`
	Players int    `json:"players"` // limit of ordinary players
}

// Kinds returns what can be played: the usual rules of each game first.
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

// mapsOf returns the built-in maps of a game.
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
