package event

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/internal/anypath"
	"blastyard/internal/names"
	"blastyard/internal/regular"
	"blastyard/internal/text"
	"blastyard/tournament"
)

// maxFile is the maximum size of an event file in bytes.
const maxFile = 1 << 20

// Defaults of an event.
const (
	DefaultTries       = 3
	DefaultKeepLimit   = 1e9
	DefaultMaxSize     = 10e6
	DefaultMaxUnpacked = 100e6
	DefaultMaxFiles    = 1000
	DefaultPerHour     = 20
)

// ReadFile reads an event file: TOML. Its paths are relative to it. The error is an *Error, which names the line.
func ReadFile(path string) (*Event, error) {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		path = filepath.Join(path, FileName)
	}
	content, err := regular.ReadText(path, maxFile)
	if _, hidden := os.Stat(path + ".txt"); errors.Is(err, fs.ErrNotExist) && hidden == nil {
		// Windows hides the ending that its editor adds
		return nil, &Error{File: path, Err: fmt.Errorf("%w, but %s.txt is there: rename it", errors.Unwrap(err),
			filepath.Base(path))}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; 'blastyard tournament init' makes an example", errors.Unwrap(err))
		return nil, &Error{File: path, Err: err}
	}
	if err != nil {
		return nil, &Error{File: path, Err: errors.Unwrap(err)}
	}
	return parse(path, content, filepath.Dir(path))
}

// Parse parses the text of an event file. Paths in it are relative to base.
func Parse(content []byte, base string) (*Event, error) {
	return parse(FileName, text.Decode(content), base)
}

func parse(file string, content []byte, base string) (*Event, error) {
	base, err := filepath.Abs(base)
	if err != nil {
		return nil, &Error{File: file, Err: err}
	}
	doc, err := parseDocument(file, content)
	if err != nil {
		return nil, err
	}
	r := &reader{section: newSection(doc), base: base, event: &Event{
		Name: cmp.Or(names.FitTitle(filepath.Base(base)), "event"),
		Game: games.All()[0].Name, Order: match.Seeded.String(), Failed: match.FailedLast.String(),
		Sandbox: harness.SandboxAuto, Tries: DefaultTries,
		Keep: Keep{Rule: KeepAll, Limit: DefaultKeepLimit}, Submit: Submit{MaxSize: DefaultMaxSize,
			MaxUnpacked: DefaultMaxUnpacked, MaxFiles: DefaultMaxFiles, PerHour: DefaultPerHour}}}
	r.readMatch()
	r.readTimes()
	r.readSubmit()
	r.readHook()
	r.readBots()
	r.event.Schedule = r.stage(r.section, true)
	r.checkTimes()
	r.readMaps()
	r.done()
	if err := r.first(); err != nil {
		return nil, err
	}
	return r.event, r.checkSchedule()
}

// reader reads an event from a document.
type reader struct {
	*section
	base  string
	event *Event
	kind  *game.Kind
}

// readMatch reads the settings of a match.
func (r *reader) readMatch() {
	e := r.event
	r.text("name", &e.Name)
	switch name, err := names.ParseTitle(e.Name); {
	case err == nil:
		e.Name = name
	case e.Name == "":
		r.wrong("name", "1 to %d characters that can be printed", names.MostTitle)
	default:
		r.failed("name", err)
	}
	r.text("game", &e.Game)
	var err error
	if r.kind, err = game.Find(games.All(), e.Game); err != nil {
		r.failed("game", err)
		r.kind = games.All()[0] // to continue with
	}
	r.text("rules", &e.Rules)
	if kind, err := r.kind.ByVersion(e.Rules); err != nil {
		r.failed("rules", err)
	} else {
		r.kind, e.RulesNumber = kind, kind.Rules
	}
	r.whole("turns", &e.Turns, 1, 65535)
	r.duration("turn_time", &e.TurnTime)
	r.yes("no_timeout", &e.NoTimeout)
	r.word("order", &e.Order, match.Seeded.String(), match.Arrival.String())
	r.word("failed", &e.Failed, match.FailedLast.String(), match.FailedKeep.String())
	if e.Failed == match.FailedKeep.String() {
		e.Failed = "" // as in earlier events
	}
	if r.text("sandbox", &e.Sandbox); r.has("sandbox") {
		if _, _, err := harness.ParseSandbox(e.Sandbox); err != nil {
			r.failed("sandbox", err)
		}
	}
	r.list("env", &e.Env)
	for _, v := range e.Env {
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" || strings.ContainsRune(v, 0) {
			r.failed("env", fmt.Errorf("%q in the list, expected NAME=VALUE", v))
		}
	}
	r.whole("jobs", &e.Jobs, 1, 1024)
	r.whole("tries", &e.Tries, 1, 100)
	r.keep("keep", &e.Keep)
	r.bytes("keep_limit", &e.Keep.Limit)
}

// readSubmit reads the limits for teams.
func (r *reader) readSubmit() {
	e := r.event
	if s := r.sub("submit"); s != nil {
		s.bytes("max_size", &e.Submit.MaxSize)
		s.bytes("max_unpacked", &e.Submit.MaxUnpacked)
		s.whole("max_files", &e.Submit.MaxFiles, 1, math.MaxInt32)
		s.whole("per_hour", &e.Submit.PerHour, 1, math.MaxInt32)
		s.done()
	}
}

// readBots reads the bots.
func (r *reader) readBots() {
	o := entrant.Options{Protocol: r.kind.Protocol, Builtins: r.kind.Bots}
	var list []entrant.Entrant
	var found []*section
	for _, s := range r.subs("bot") {
		for _, f := range r.fileBots(s) {
			who, err := f.Entrant(r.base, o)
			if err == nil && who.Kind == entrant.Builtin {
				err = entrant.Check(who, o)
			}
			switch {
			case err != nil:
				s.failed("", err)
				continue
			case who.Kind == entrant.Person:
				s.failed("command", errors.New("a person, expected a bot: nobody plays by hand in an event"))
				continue
			}
			local := who.Kind == entrant.Program && !who.Folder && (f.Dir == "" || r.holdsEvent(who.Dir))
			r.event.Bots = append(r.event.Bots, Bot{Source: cmp.Or(f.Folder, f.Command), Entrant: who, Local: local})
			list, found = append(list, who), append(found, s)
		}
	}
	var seen names.Set
	for i, name := range entrant.Names(list, nil) {
		given := list[i].Name
		switch like := seen.Like(name); {
		case given != "" && given != name:
			found[i].failed("name", fmt.Errorf("%q is the name of two bots, expected different names", given))
		case like != "" && given != "":
			found[i].failed("name", fmt.Errorf("%q looks the same as %q, expected different names", name, like))
		case like != "":
			found[i].failed("", fmt.Errorf("the bot is called %q, which looks the same as %q: give it another name",
				name, like))
		}
		seen.Add(name)
		r.event.Bots[i].Name = name
	}
}

// holdsEvent reports whether a folder contains the event file. Such a folder is not the folder of a single bot.
func (r *reader) holdsEvent(dir string) bool {
	inside, err := filepath.Rel(dir, r.base)
	return err == nil && !strings.HasPrefix(inside, "..")
}

// fileBots reads a [[bot]]: one bot, or those of all folders that fit its pattern.
func (r *reader) fileBots(s *section) []entrant.FileBot {
	f := s.fileBot()
	if !isPattern(f.Folder) {
		return []entrant.FileBot{f}
	}
	if f.Name != "" {
		s.wrong("name", "no name: the folder is a pattern, and each of its bots has its own name")
	}
	folders, err := r.expand(f.Folder)
	if err != nil {
		s.failed("folder", err)
	}
	list := make([]entrant.FileBot, len(folders))
	for i, folder := range folders {
		list[i] = f
		list[i].Folder = folder
	}
	return list
}

// fileBot reads a [[bot]].
func (s *section) fileBot() entrant.FileBot {
	var f entrant.FileBot
	s.text("name", &f.Name)
	s.text("command", &f.Command)
	s.text("folder", &f.Folder)
	s.text("dir", &f.Dir)
	s.text("author", &f.Author)
	f.Build, _ = s.value("build")
	if v, there := s.value("env"); there {
		vars, is := v.(map[string]any)
		f.Env = map[string]string{}
		for name, value := range vars {
			if f.Env[name], is = value.(string); !is {
				break
			}
		}
		if !is {
			s.wrong("env", "a table of texts such as { LEVEL = \"3\" }")
		}
	}
	s.done()
	return f
}

// readMaps reads the maps of all stages. A map that is a file gets the name that the event file uses.
func (r *reader) readMaps() {
	players := 2
	if len(r.event.Schedule.Maps) == 0 && r.kind.OpenMap != nil {
		r.event.Schedule.Maps = []string{""}
	}
	for c, s := &r.event.Schedule, r.section; c != nil; c, s = c.Final, s.sub("final") {
		players = cmp.Or(c.Players, players)
		for i, name := range c.Maps {
			if r.kind.OpenMap == nil {
				s.failed("maps", fmt.Errorf("%q in the list, expected none: the maps of %s come from the seed", name,
					r.kind.Name))
				break
			}
			m, err := r.openMap(name)
			if err != nil {
				s.failed("maps", err)
				continue
			}
			c.Maps[i] = m.Name
			if most := r.kind.Seats(m); players > most {
				s.failed("maps", fmt.Errorf("%q has %d seats, expected the %d of players", m.Name, most, players))
			}
			if !slices.ContainsFunc(r.event.Maps, func(other game.Map) bool { return other.Name == m.Name }) {
				r.event.Maps = append(r.event.Maps, m)
			}
		}
	}
}

// openMap opens a map: a file next to the event, or a built-in one.
func (r *reader) openMap(name string) (game.Map, error) {
	path, _ := anypath.Find(r.base, name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.base, filepath.FromSlash(path))
	}
	if st, err := os.Stat(path); name == "" || err != nil || st.IsDir() {
		return r.kind.OpenMap(name)
	}
	m, err := r.kind.OpenMap(path)
	m.Name = name
	return m, err
}

// checkSchedule reports the errors that the schedule finds in its part of the file.
func (r *reader) checkSchedule() error {
	_, err := tournament.New(r.event.Schedule)
	var wrong *tournament.ConfigError
	if !errors.As(err, &wrong) {
		return nil
	}
	key := wrong.Field
	for _, as := range [...]struct{ json, toml string }{{"test", "sprt"}, {"entrants", "bot"},
		{"no_third", "third_place"}, {"top", "final.top"}} {
		rest, found := strings.CutPrefix(key, as.json)
		if found && (rest == "" || strings.ContainsAny(rest[:1], ".[")) {
			key = as.toml + rest
			break
		}
	}
	line := 0
	for path := key; line == 0 && path != ""; path = path[:max(0, strings.LastIndexAny(path, ".["))] {
		line = r.doc.lines[path]
	}
	return &Error{File: r.doc.file, Line: line, Key: key, Value: wrong.Value, Expected: wrong.Expected}
}
