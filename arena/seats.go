package arena

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"blastyard/game"
	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/internal/plain"
)

// seat is a resolved Seat.
type seat struct {
	Seat
	name    string // for people, and no other seat has it; a nickname of netorcai
	builtin string // the name of a built-in bot, or ""
	person  bool
	folder  *rounds.Bot // of a program that is started each round; else nil
}

// guest tells whether the seat is for a bot that connects by itself.
func (s *seat) guest() bool { return s.Bot == "" }

// isProgram tells whether a program must be started for the seat.
func (s *seat) isProgram() bool { return s.builtin == "" && !s.guest() && !s.person }

// BuiltinPrefix begins the Bot of a seat for a built-in bot.
const BuiltinPrefix = "builtin:"

// Seats is how many seats a match has.
func (p *Prepared) Seats() int { return len(p.seats) }

// Name is the name of a seat before the match: a bot that connects may say another one when it does.
func (p *Prepared) Name(seat int) string { return p.seats[seat].name }

// Bot is what is asked for a seat; "": a bot that connects by itself.
func (p *Prepared) Bot(seat int) string { return p.seats[seat].Bot }

// Seat is a seat as the config, or its defaults, fill it.
func (p *Prepared) Seat(seat int) Seat { return p.seats[seat].Seat }

// Special tells whether a seat is the special player's.
func (p *Prepared) Special(seat int) bool { return p.seats[seat].Special }

// Specials is how many seats are for special players: the first ones.
func (p *Prepared) Specials() int { return p.specials }

// Local tells whether all bots are built-in, so that nothing but this process takes part.
func (p *Prepared) Local() bool { return p.local }

// Programs tells whether programs are started.
func (p *Prepared) Programs() bool {
	return slices.ContainsFunc(p.seats, func(s seat) bool { return s.isProgram() })
}

func seatField(k int) string { return fmt.Sprintf("seats[%d].bot", k) }

// findSeats finds who plays: the config's seats, and built-in bots where it leaves some.
func (p *Prepared) findSeats() error {
	c := &p.Config
	for k := range c.Seats {
		if c.Seats[k].Special {
			if p.specials++; p.specials != k+1 {
				return expected(fmt.Sprintf("seats[%d].special", k), true, "a special player to be the first seat")
			}
		}
	}
	if p.specials > 0 && len(p.Kind.Specials) == 0 {
		return expected("seats[0].special", true, "none: %s has no special player", p.Kind.Name)
	}
	c.Seats = p.filled()
	names := seatNames{}
	p.local = true
	for k := range c.Seats {
		s, err := p.findSeat(k, c.Seats[k])
		if err != nil {
			return err
		}
		s.name = names.take(cmp.Or(s.Name, s.name))
		p.local = p.local && s.builtin != ""
		p.seats = append(p.seats, s)
	}
	return nil
}

// filled is who plays: with nobody named, the usual bots, of different strength; one alone gets an opponent; with
// Players, as many as asked for.
func (p *Prepared) filled() []Seat {
	seats := slices.Clone(p.Config.Seats)
	most, ordinary := p.Kind.Seats(p.Map), len(seats)-p.specials
	want := p.Config.Players
	switch {
	case want > 0:
	case ordinary == 0:
		want = min(len(p.Kind.Usual), most)
	case ordinary == 1:
		want = min(2, most)
	}
	for i := 0; i < want-ordinary; i++ {
		next := i
		if ordinary > 0 {
			next++ // whoever brings a bot gets the second strongest as its first opponent
		}
		seats = append(seats, Seat{Bot: BuiltinPrefix + p.Kind.Usual[next%len(p.Kind.Usual)]})
	}
	return seats
}

func (p *Prepared) findSeat(k int, c Seat) (seat, error) {
	s := seat{Seat: c}
	if name, ok := strings.CutPrefix(c.Bot, BuiltinPrefix); ok {
		s.builtin, s.name = name, name
		return s, nil
	}
	name, person, err := c.Person()
	switch {
	case err != nil:
		return s, wrong(seatField(k), c.Bot, err)
	case person:
		s.person, s.name = true, name
		if p.people[k] == nil {
			return s, expected(seatField(k), c.Bot, "a bot: nobody plays by hand here")
		}
		return s, nil
	case c.Bot == "" && p.Kind.Protocol == game.Rounds:
		return s, expected(seatField(k), `""`, "a bot: those of %s do not connect", p.Kind.Name)
	case c.Bot == "":
		s.name = fmt.Sprintf("guest%d", 1+len(slices.Collect(p.guests())))
		return s, nil
	case p.Kind.Protocol == game.Rounds:
		return p.findFolder(k, s)
	}
	return p.findProgram(k, s)
}

func (p *Prepared) guests() func(func(int) bool) {
	return func(yield func(int) bool) {
		for k := range p.seats {
			if p.seats[k].guest() && !yield(k) {
				return
			}
		}
	}
}

// findFolder finds a bot that is a folder, started each round.
func (p *Prepared) findFolder(k int, s seat) (seat, error) {
	var err error
	if s.folder, err = rounds.ReadBot(s.Bot); err != nil {
		return s, wrong(seatField(k), s.Bot, p.suggest(s.Bot, err))
	}
	s.folder.Env = s.Env
	s.name = s.folder.NickName
	return s, nil
}

// findProgram finds a bot that is a command line, and refuses one that cannot be started.
func (p *Prepared) findProgram(k int, s seat) (seat, error) {
	words, err := harness.Split(s.Bot)
	if err != nil {
		return s, wrong(seatField(k), s.Bot, fmt.Errorf("bot %q: %w", s.Bot, err))
	}
	if len(words) == 0 {
		return s, expected(seatField(k), fmt.Sprintf("%q", s.Bot), "builtin:NAME or a command line")
	}
	s.name = shortName(words)
	if err := (harness.Command{Line: s.Bot, Name: s.name, Dir: s.Dir}).Check(); err != nil {
		if errors.Is(err, harness.ErrNotFound) {
			err = p.suggest(s.Bot, err)
		}
		return s, wrong(seatField(k), s.Bot, err)
	}
	return s, nil
}

// suggest adds to an error what may have been meant: a built-in bot without its prefix.
func (p *Prepared) suggest(bot string, err error) error {
	if slices.Contains(p.Kind.Bots, bot) || slices.Contains(p.Kind.Specials, bot) {
		return fmt.Errorf("bot %q: no such program; did you mean %s%s?", bot, BuiltinPrefix, bot)
	}
	return err
}

// seatNames gives each seat a name of its own: the second hunter is hunter2.
type seatNames map[string]int

func (n seatNames) take(name string) string {
	if name = plain.Text(name); strings.TrimSpace(name) == "" {
		name = "bot"
	}
	n[name]++
	count := n[name]
	if count == 1 {
		return name
	}
	number := fmt.Sprint(count)
	runes := []rune(name)
	return n.take(string(runes[:min(len(runes), maxNickname-len(number))]) + number)
}

const maxNickname = 10 // characters, in netorcai

// shortName is a name for a command line: the first argument that looks like a file, else the program; without folder
// and ending.
func shortName(words []string) string {
	name := words[0]
	if i := slices.IndexFunc(words[1:], looksLikeFile); i >= 0 {
		name = words[1+i]
	}
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	name = strings.Join(strings.Fields(plain.Text(name)), "")
	if runes := []rune(name); len(runes) > maxNickname {
		name = string(runes[:maxNickname])
	}
	if name == "" {
		return "bot"
	}
	return name
}

// looksLikeFile tells whether a word may be the name of a bot's program or source.
func looksLikeFile(word string) bool {
	return !strings.HasPrefix(word, "-") && strings.ContainsAny(word, `./\`) && !strings.ContainsAny(word, " ;,()'\"{}:=")
}

// Person tells whether a seat is for someone who plays by hand, "human" or "human:NAME", and the name.
func (s *Seat) Person() (name string, is bool, err error) {
	spec := s.Bot
	name, named := strings.CutPrefix(spec, "human:")
	switch {
	case spec == "human":
		return spec, true, nil
	case !named:
		return "", false, nil
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > maxNickname || !isNickname(name) {
		return "", true, fmt.Errorf("bot %q: expected human:NAME, a name of 1 to %d characters without white space", spec, maxNickname)
	}
	return name, true, nil
}

// IsPerson tells whether the Bot of a seat is a person.
func IsPerson(bot string) bool {
	_, is, _ := (&Seat{Bot: bot}).Person()
	return is
}

// isNickname tells whether a name has no white space, and nothing that cannot be printed.
func isNickname(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}
