package overnetorcai

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// putFiles creates files in a folder. files are pairs of a name and a content.
func putFiles(t *testing.T, dir string, files ...string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSeatsAreEntrants: a seat may be anything that entrant.Parse reads. The seat's own fields have priority.
func TestSeatsAreEntrants(t *testing.T) {
	dir := t.TempDir()
	anna := putFiles(t, filepath.Join(dir, "anna"), "bot.toml", "command = \"./bot --fast\"\nenv = { A = \"1\" }\n", "bot", "#!/bin/sh\n")
	bob := putFiles(t, filepath.Join(dir, "bob"), "bot.sh", "#!/bin/sh\n")
	p, err := testArena().Prepare(arena.Config{Map: "tiny", Env: []string{"B=2"}, Seats: []arena.Seat{
		{Bot: anna + "/", Env: []string{"C=3"}},
		{Bot: "The_One=builtin:hunter"},
		{Bot: "builtin:hunter"},
		{Bot: "./bot.sh -x", Dir: bob, Name: "hunter"},
		{Bot: "./bot.sh", Dir: bob},
		{},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var names, bots []string
	for k := range p.Seats {
		names, bots = append(names, p.Seats[k].Name), append(bots, p.Seats[k].Bot)
	}
	if want := []string{"anna", "The_One", "hunter2", "hunter", "bob", "guest1"}; !slices.Equal(names, want) {
		t.Errorf("the names are %q, expected %q", names, want)
	}
	if want := []string{anna + "/", "builtin:hunter", "builtin:hunter", "./bot.sh -x", "./bot.sh", ""}; !slices.Equal(bots, want) {
		t.Errorf("the bots are %q, expected %q", bots, want)
	}
	r := p.NewRun(t.Context(), 0)
	m := newAsker().newSession(r)
	if err := m.openPorts(); err != nil {
		t.Fatal(err)
	}
	defer m.closePorts()
	c, err := m.command(0)
	if err != nil || c.Line != "./bot --fast" || c.Dir != anna || !slices.Equal(c.Env, []string{match.Draws{Seed: 0}.ProgramEnv(r.IDs[0], 0), "B=2", "A=1", "C=3"}) {
		t.Errorf("the command is %+v, %v", c, err)
	}
	folder, others := p.OwnFolder(&p.Seats[0])
	if folder != anna || len(others) > 0 {
		t.Errorf("it sees %s and %q, expected its folder only", folder, others)
	}
	if p.Seats[0].Hash() == "" || p.Seats[3].Hash() == "" || p.Seats[0].Hash() == p.Seats[3].Hash() || p.Seats[1].Hash() != "" || p.Seats[5].Hash() != "" {
		t.Errorf("hashes %q, %q, %q, %q", p.Seats[0].Hash(), p.Seats[3].Hash(), p.Seats[1].Hash(), p.Seats[5].Hash())
	}
}

// TestSeatsOfABotsFile: a seat gives the same entrant as the same text in a bots file.
func TestSeatsOfABotsFile(t *testing.T) {
	dir := t.TempDir()
	putFiles(t, filepath.Join(dir, "anna"), "bot.toml", "command = \"./bot\"\nname = \"Anna 1\"\n", "bot", "#!/bin/sh\n")
	putFiles(t, dir, "bots.toml", "[[bot]]\nfolder = \"anna\"\n[[bot]]\ncommand = \"./bot\"\ndir = \"anna\"\nname = \"bob\"\n"+
		"env = { A = \"1\" }\n[[bot]]\ncommand = \"builtin:greedy\"\n")
	list, err := entrant.ReadFile(filepath.Join(dir, "bots.toml"), entrant.Options{Protocol: entrant.Netorcai})
	if err != nil {
		t.Fatal(err)
	}
	c := arena.Config{Map: "tiny"}
	for _, e := range list {
		c.Seats = append(c.Seats, arena.SeatOf(e))
	}
	p, err := testArena().Prepare(c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for k, want := range []string{"Anna 1", "bob", "greedy"} {
		s := &p.Seats[k]
		if p.Seats[k].Name != want || s.Who.Dir != list[k].Dir || s.Who.Command != list[k].Command || !slices.Equal(s.Env, list[k].Env) {
			t.Errorf("seat %d is %q, %+v, expected %q, %+v", k, p.Seats[k].Name, s.Who, want, list[k])
		}
	}
}

// TestFilledSeats: without any bots in the config, the usual bots play, the strongest first. A user's bot plays
// against the second strongest, and against the next ones if more players are asked for.
func TestFilledSeats(t *testing.T) {
	for _, kind := range testArena().Games {
		u := kind.Usual
		for _, c := range []struct {
			named   []string
			players int
			want    []string
		}{
			{nil, 0, u},
			{nil, 2, u[:2]},
			{[]string{"idle"}, 0, []string{"idle", u[1]}},
			{[]string{"idle"}, 3, []string{"idle", u[1], u[2%len(u)]}},
			{[]string{"idle", "random"}, 0, []string{"idle", "random"}},
		} {
			config := arena.Config{Game: kind.Name, Players: c.players}
			for _, name := range c.named {
				config.Seats = append(config.Seats, arena.Seat{Bot: arena.BuiltinPrefix + name})
			}
			p := prepared(t, config)
			var got []string
			for k := range p.Seats {
				got = append(got, strings.TrimPrefix(p.Seats[k].Bot, arena.BuiltinPrefix))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q of %d players named: %q play, expected %q", kind.Name, c.named, c.players, got, c.want)
			}
		}
	}
}

// TestOddNames: the author of a config may use names that others have declared. Names are safe to print, and their
// files stay in the folder.
func TestOddNames(t *testing.T) {
	dir := putFiles(t, t.TempDir(), "bot", "#!/bin/sh\n")
	bot := filepath.Join(dir, "bot")
	p, err := testArena().Prepare(arena.Config{Map: "tiny", LogDir: filepath.Join(dir, "logs"), Seats: []arena.Seat{
		{Bot: bot, Name: "../a"}, {Bot: bot, Name: "b\x1b[2J\nc"}, {Bot: bot, Name: "\u200b"}, {Bot: bot, Name: strings.Repeat("x", 50)}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for k, want := range []struct{ name, file string }{
		{"../a", ".._a.log"}, {"b c", "b c.log"}, {filepath.Base(dir), filepath.Base(dir) + ".log"},
		{strings.Repeat("x", 40), strings.Repeat("x", 40) + ".log"},
	} {
		if got, file := p.Seats[k].Name, p.LogFile(0, false, k); got != want.name || file != filepath.Join(dir, "logs", want.file) {
			t.Errorf("seat %d is called %q with the file %s, expected %q, %q", k, got, file, want.name, want.file)
		}
	}
}

func TestSeatSpec(t *testing.T) {
	for want, s := range map[string]arena.Seat{
		"ann=builtin:greedy":           {Bot: "builtin:greedy", Name: "ann"},
		"builtin:greedy":               {Bot: "builtin:greedy"},
		`"The Bombers"=builtin:greedy`: {Bot: "builtin:greedy", Name: "The Bombers"},
		"human:ann":                    {Bot: "human:ann", Name: "ann"},
		"eve=human":                    {Bot: "human", Name: "eve"},
		"./bot -x":                     {Bot: "./bot -x", Dir: "anna"},
	} {
		if got := s.Spec(); got != want {
			t.Errorf("%+v is %q, expected %q", s, got, want)
		}
	}
}

func TestSeatsThatCannotStart(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		seat        arena.Seat
		field, want string
	}{
		{arena.Seat{Bot: "greedy"}, "seats[0].bot", `no such program; did you mean builtin:greedy?`},
		{arena.Seat{Bot: "builtin:gready"}, "seats[0].bot", `there is no such built-in bot, expected one of builtin:`},
		{arena.Seat{Bot: "./typo", Dir: dir}, "seats[0].bot", `no such file`},
		{arena.Seat{Bot: dir}, "seats[0].bot", `the folder has no bot.toml`},
		{arena.Seat{Bot: "a/b=builtin:greedy"}, "seats[0].bot", `no such file`},
		{arena.Seat{Bot: "human"}, "seats[0].bot", `nobody plays by hand here`},
	} {
		_, err := testArena().Prepare(arena.Config{Map: "yard", Seats: []arena.Seat{c.seat}})
		var wrong *arena.ConfigError
		if !errors.As(err, &wrong) || wrong.Field != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, expected %s and %q", c.seat, err, c.field, c.want)
		}
	}
}

// entrants is a sink that records who plays each player, and how pictures show it.
type entrants struct {
	arena.NopSink
	t       *testing.T
	ids     map[string][]int // the player ids in each match, by name
	looks   map[string][]int
	letters map[string][]string
}

func (s *entrants) Begin(b *arena.Begin) {
	f := b.Frame()
	for id, p := range b.Players {
		s.ids[p.Name] = append(s.ids[p.Name], id)
		s.looks[p.Name] = append(s.looks[p.Name], f.Look(id))
		s.letters[p.Name] = append(s.letters[p.Name], f.Mark(id))
		if f.Players[id].Name != p.Name {
			s.t.Errorf("player %d is %q in the picture, %q in the match", id, f.Players[id].Name, p.Name)
		}
	}
}

// TestNamesOfBotsThatLogIn: a bot is called by its given name, or else by the name it declares, with a number if
// needed.
func TestNamesOfBotsThatLogIn(t *testing.T) {
	dir := putFiles(t, filepath.Join(t.TempDir(), "anna"), "bot.toml", "name = \"Anna 1\"\ncommand = \"fakebot idle\"\n")
	var h heard
	r, err := play(t.Context(), arena.Config{Map: "yard", Turns: 5, NoTimeout: true,
		Seats: []arena.Seat{{Bot: dir}, {Bot: "The_One=fakebot idle"}, {Bot: "fakebot idle"}, {Bot: "fakebot idle"}}}, &h)
	if err != nil {
		t.Fatal(err)
	}
	var names, seen []string
	for _, s := range r.Seats {
		names = append(names, s.Name)
	}
	for _, p := range h.players {
		seen = append(seen, p.Name)
	}
	slices.Sort(names[2:]) // one of them is "tester"
	if want := []string{"Anna 1", "The_One", "tester", "tester2"}; !slices.Equal(names, want) {
		t.Errorf("the names are %q, expected %q", names, want)
	}
	if slices.Sort(seen); !slices.Equal(seen, slices.Sorted(slices.Values(names))) {
		t.Errorf("sinks hear of %q, the result has %q", seen, names)
	}
}

// TestLooksStayThroughASeries: player ids rotate, but an entrant's colour and letter do not.
func TestLooksStayThroughASeries(t *testing.T) {
	p, err := testArena().Prepare(arena.Config{Map: "yard", Turns: 2, Seed: 3,
		Seats: []arena.Seat{{Bot: "builtin:greedy"}, {Bot: "builtin:random"}, {Bot: "ann=builtin:idle"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s := &entrants{t: t, ids: map[string][]int{}, looks: map[string][]int{}, letters: map[string][]string{}}
	if _, err := p.PlaySeries(t.Context(), arena.Series{Matches: 3, Jobs: 1, Sinks: func(int) []arena.Sink { return []arena.Sink{s} }}); err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{"greedy", "random", "ann"} {
		if ids := slices.Clone(s.ids[name]); len(ids) != 3 || len(slices.Compact(slices.Sorted(slices.Values(ids)))) != 3 {
			t.Errorf("%s has the ids %v, expected each once", name, ids)
		}
		if !slices.Equal(s.looks[name], []int{k, k, k}) || !slices.Equal(slices.Compact(s.letters[name]), []string{viewer.Mark(k)}) {
			t.Errorf("%s looks like %v, %q, expected %d", name, s.looks[name], s.letters[name], k)
		}
	}
}
