package arena

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"blastyard/entrant"
	"blastyard/game"
	"blastyard/originals/bomberman/rounds"
)

// seat is a resolved Seat.
type seat struct {
	Seat                    // with the name, folder and environment that its entrant has
	who     entrant.Entrant // the zero value for a bot that connects by itself
	said    string          // what it says that it is called, before the match
	name    string          // what it is called; no other seat has the name
	builtin string          // the name of a built-in bot, or ""
	person  bool
	folder  *rounds.Bot   // of a program that is started each round; else nil
	sum     func() string // of its files; nil for a bot that connects by itself
	marked  string        // its folder, where only others can change it; else ""
	marks   marks         // of that folder before the first match
}

// guest tells whether the seat is for a bot that connects by itself.
func (s *seat) guest() bool { return s.Bot == "" && s.Absent == "" }

// isProgram tells whether a program must be started for the seat.
func (s *seat) isProgram() bool { return s.builtin == "" && !s.guest() && !s.person && s.Absent == "" }

// BuiltinPrefix begins the Bot of a seat for a built-in bot.
const BuiltinPrefix = entrant.BuiltinPrefix

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
		return expected("seats[0].special", true, "none: %s has no special player", p.Kind.FullName())
	}
	c.Seats = p.filled()
	p.local = true
	for k := range c.Seats {
		s, err := p.findSeat(k, c.Seats[k])
		if err != nil {
			return err
		}
		p.local = p.local && (s.builtin != "" || s.Absent != "")
		p.seats = append(p.seats, s)
	}
	p.nameSeats()
	return nil
}

// nameSeats gives each seat a name of its own.
func (p *Prepared) nameSeats() {
	list, said := make([]entrant.Entrant, len(p.seats)), make([]string, len(p.seats))
	for k := range p.seats {
		list[k], said[k] = p.seats[k].who, cmp.Or(p.said[k], p.seats[k].said)
		list[k].Name = p.seats[k].Name
	}
	for k, name := range entrant.Names(list, said) {
		p.seats[k].name = name
	}
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
	switch {
	case c.Absent != "":
		return s, nil
	case c.Bot == "" && p.Kind.Protocol == game.Rounds:
		return s, expected(seatField(k), `""`, "a bot: those of %s do not connect", p.Kind.Name)
	case c.Bot == "":
		s.said = fmt.Sprintf("guest%d", 1+len(slices.Collect(p.guests())))
		return s, nil
	}
	o := entrant.Options{Dir: c.Dir, Protocol: entrant.Protocol(p.Kind.Protocol.String()),
		Builtins: p.builtins()}
	e, err := entrant.Parse(c.Bot, o)
	if err == nil {
		err = entrant.Check(e, o)
	}
	if err != nil {
		return s, wrong(seatField(k), c.Bot, err)
	}
	s.take(e)
	switch {
	case s.person && p.persons[k] == nil:
		return s, expected(seatField(k), c.Bot, "a bot: nobody plays by hand here")
	case s.isProgram() && e.Protocol == entrant.Rounds:
		if s.folder, err = rounds.ReadBot(e.Dir); err != nil {
			return s, wrong(seatField(k), c.Bot, err)
		}
		s.folder.Env, s.said = s.Env, s.folder.NickName
	}
	return s, nil
}

// hash is the sum of the files of a seat's bot.
func (p *Prepared) hash(seat int) string {
	if sum := p.seats[seat].sum; sum != nil {
		return sum()
	}
	return ""
}

// take makes a seat that of an entrant. What the config says of the seat goes before what the bot's folder says.
func (s *seat) take(e entrant.Entrant) {
	e.Name, e.Env = cmp.Or(s.Name, e.Name), slices.Concat(e.Env, s.Env)
	s.Name, s.Bot, s.Dir, s.Env = e.Name, e.Bot, e.Dir, e.Env
	s.who, s.builtin, s.person = e, e.Builtin, e.Kind == entrant.Person
	s.sum = sync.OnceValue(e.Hash)
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

// SeatOf is the seat of an entrant, such as one of a bots file.
func SeatOf(e entrant.Entrant) Seat {
	s := Seat{Bot: e.Bot, Name: e.Name, Env: e.Env}
	if !e.Folder {
		s.Dir = e.Dir
	}
	return s
}

// Spec is the text that names the seat's entrant on a command line. What the seat says of Dir and Env is not in it.
func (s *Seat) Spec() string {
	e := entrant.Entrant{Name: s.Name, Bot: s.Bot}
	if entrant.IsPerson(s.Bot) {
		e.Kind = entrant.Person
	}
	return e.Spec()
}

// Person tells whether a seat is for someone who plays by hand, and the name.
func (s *Seat) Person() (name string, is bool, err error) {
	if !entrant.IsPerson(s.Bot) {
		return "", false, nil
	}
	e, err := entrant.Parse(s.Bot, entrant.Options{})
	return cmp.Or(s.Name, e.Name, entrant.Human), true, err
}

// builtins are the names of the game's built-in bots.
func (p *Prepared) builtins() []string {
	names := slices.Concat(p.Kind.Bots, p.Kind.Specials)
	slices.Sort(names)
	return slices.Compact(names)
}

// IsPerson tells whether the Bot of a seat is a person.
func IsPerson(bot string) bool { return entrant.IsPerson(bot) }
