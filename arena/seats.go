package arena

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"blastyard/arena/entrant"
	"blastyard/game"
)

// SeatKind is the kind of player of a seat.
type SeatKind uint8

// The values of SeatKind.
const (
	ProgramSeat SeatKind = iota // a program that is started
	GuestSeat                   // a bot that connects by itself
	BuiltinSeat                 // a built-in bot
	PlayerSeat                  // the Player of the seat
	PersonSeat                  // the Player of the seat, who plays by hand
	AbsentSeat                  // no player
)

// Seated is a seat of a checked config, and its player.
type Seated struct {
	Seat        // with the name, folder and environment of its entrant
	Name string // unique name before the match; a bot that connects may declare another one
	Kind SeatKind
	Who  entrant.Entrant // the zero value for a bot that connects by itself, and for a Player

	said   string        // the name that it declares before the match
	sum    func() string // hash of its files; nil for a bot that connects by itself
	marked string        // its folder if the program itself cannot change it; otherwise ""
	marks  marks         // of that folder before the first match
}

// Stdio reports whether the seat's program plays over its standard input and output.
func (s *Seated) Stdio() bool { return s.Kind == ProgramSeat && s.Who.Protocol == entrant.Stdio }

// EachRound reports whether the program of the seat is started each round.
func (s *Seated) EachRound() bool { return s.Kind == ProgramSeat && s.Who.Protocol == entrant.Rounds }

// refusals reports whether refused actions of the seat's player are counted.
func (s *Seated) refusals() bool { return s.Kind != BuiltinSeat && s.Kind != AbsentSeat }

// BuiltinPrefix begins the Bot of a seat for a built-in bot.
const BuiltinPrefix = entrant.BuiltinPrefix

// Programs reports whether programs are started.
func (p *Prepared) Programs() bool {
	return slices.ContainsFunc(p.Seats, func(s Seated) bool { return s.Kind == ProgramSeat })
}

func seatField(k int) string { return fmt.Sprintf("seats[%d].bot", k) }

// findSeats determines the players: the config's seats, and built-in bots for the remaining ones.
func (p *Prepared) findSeats() error {
	c := &p.Config
	for k := range c.Seats {
		if c.Seats[k].Special {
			if p.Specials++; p.Specials != k+1 {
				return expected(fmt.Sprintf("seats[%d].special", k), true, "a special player to be the first seat")
			}
		}
	}
	if p.Specials > 0 && len(p.Kind.Specials) == 0 {
		return expected("seats[0].special", true, "none: %s has no special player", p.Kind.FullName())
	}
	c.Seats = p.filled()
	if len(c.Seats)-p.Specials < c.Players {
		return expected("players", c.Players, "%d at most: %s has no built-in bots", len(c.Seats)-p.Specials,
			p.Kind.Name)
	}
	p.Local = true
	for k := range c.Seats {
		s, err := p.findSeat(k, c.Seats[k])
		if err != nil {
			return err
		}
		p.Local = p.Local && (s.Kind == BuiltinSeat || s.Kind == PlayerSeat && !s.Thinks() || s.Kind == AbsentSeat)
		p.counted = p.counted || s.refusals()
		p.Seats = append(p.Seats, s)
	}
	p.nameSeats()
	return nil
}

// nameSeats gives each seat a unique name.
func (p *Prepared) nameSeats() {
	list, said := make([]entrant.Entrant, len(p.Seats)), make([]string, len(p.Seats))
	for k := range p.Seats {
		list[k], said[k] = p.Seats[k].Who, p.Seats[k].said
		list[k].Name = p.Seats[k].Seat.Name
	}
	for k, name := range entrant.Names(list, said) {
		p.Seats[k].Name = name
	}
}

// filled returns all seats. If the config names no bot, they are the usual bots, of different strength. A single bot
// gets an opponent. With Players, more usual bots are added.
func (p *Prepared) filled() []Seat {
	seats := slices.Clone(p.Config.Seats)
	if len(p.Kind.Usual) == 0 { // the game has no bots for the remaining seats
		return seats
	}
	most, ordinary := p.Kind.Seats(p.Map), len(seats)-p.Specials
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
			next++ // the first opponent of a user's bot is the second strongest
		}
		seats = append(seats, Seat{Bot: BuiltinPrefix + p.Kind.Usual[next%len(p.Kind.Usual)]})
	}
	return seats
}

func (p *Prepared) findSeat(k int, c Seat) (Seated, error) {
	s := Seated{Seat: c}
	switch {
	case c.Absent != "":
		s.Kind = AbsentSeat
		return s, nil
	case c.Bot == "" && c.Player != nil:
		s.Kind, s.said = PlayerSeat, fmt.Sprintf("player%d", k+1)
		if c.Thinks() {
			return s, p.reached(k)
		}
		return s, nil
	case c.Bot == "" && p.Kind.Protocol == game.Rounds:
		return s, expected(seatField(k), `""`, "a bot: those of %s do not connect", p.Kind.Name)
	case c.Bot == "":
		s.Kind, s.said = GuestSeat, fmt.Sprintf("guest%d", 1+p.guests())
		return s, p.reached(k)
	}
	o := entrant.Options{Dir: c.Dir, Protocol: p.Kind.Protocol, Builtins: p.builtins()}
	e, err := entrant.Parse(c.Bot, o)
	if err == nil {
		err = entrant.Check(e, o)
	}
	if err != nil {
		return s, wrong(seatField(k), c.Bot, err)
	}
	switch s.take(e); {
	case s.Kind == PersonSeat && c.Player == nil:
		return s, expected(seatField(k), c.Bot, "a bot: nobody plays by hand here")
	case s.Kind != PersonSeat && c.Player != nil:
		return s, expected(seatField(k), c.Bot, "no bot, or a person: the seat has a player")
	case s.Kind == BuiltinSeat:
		return s, nil
	}
	if err := p.reached(k); err != nil || s.Kind == PersonSeat {
		return s, err
	}
	if s.said, err = p.transport.Read(&s); err != nil {
		return s, wrong(seatField(k), c.Bot, err)
	}
	return s, nil
}

// Thinks reports whether the Player of a seat needs time.
func (s *Seat) Thinks() bool {
	_, is := s.Player.(Thinker)
	return is
}

// reached returns an error if there is no transport for the player of a seat: a program, or a player that needs time.
func (p *Prepared) reached(k int) error {
	if p.transport != nil {
		return nil
	}
	return wrong(seatField(k), p.Config.Seats[k].Bot, fmt.Errorf(
		"this arena has no transport for programs and people of %s (%v)", p.Kind.Name, p.Kind.Protocol))
}

// Hash returns the SHA-256, in hexadecimal, of the files that are known to belong to the bot, or "" if there are
// none. It is computed once.
func (s *Seated) Hash() string {
	if s.sum == nil {
		return ""
	}
	return s.sum()
}

// take sets the entrant of a seat. Values of the config have priority over those of the bot's folder.
func (s *Seated) take(e entrant.Entrant) {
	e.Name, e.Env = cmp.Or(s.Seat.Name, e.Name), slices.Concat(e.Env, s.Env)
	s.Seat.Name, s.Bot, s.Dir, s.Env = e.Name, e.Bot, e.Dir, e.Env
	switch s.Who = e; {
	case e.Builtin != "":
		s.Kind = BuiltinSeat
	case e.Kind == entrant.Person:
		s.Kind = PersonSeat
	}
	s.sum = sync.OnceValue(e.Hash)
}

// guests returns how many of the seats so far are for bots that connect by themselves.
func (p *Prepared) guests() (n int) {
	for k := range p.Seats {
		if p.Seats[k].Kind == GuestSeat {
			n++
		}
	}
	return n
}

// SeatOf returns the seat of an entrant, for example of one from a bots file.
func SeatOf(e entrant.Entrant) Seat {
	s := Seat{Bot: e.Bot, Name: e.Name, Env: e.Env}
	if !e.Folder {
		s.Dir = e.Dir
	}
	return s
}

// Spec returns the text that names the seat's entrant on a command line. It does not include the seat's Dir and Env.
func (s *Seat) Spec() string {
	e := entrant.Entrant{Name: s.Name, Bot: s.Bot}
	if entrant.IsPerson(s.Bot) {
		e.Kind = entrant.Person
	}
	return e.Spec()
}

// Person reports whether a seat is for a person, and returns the person's name.
func (s *Seat) Person() (name string, is bool, err error) {
	if !entrant.IsPerson(s.Bot) {
		return "", false, nil
	}
	e, err := entrant.Parse(s.Bot, entrant.Options{})
	return cmp.Or(s.Name, e.Name, entrant.Human), true, err
}

// builtins returns the names of the game's built-in bots.
func (p *Prepared) builtins() []string {
	names := slices.Concat(p.Kind.Bots, p.Kind.Specials)
	slices.Sort(names)
	return slices.Compact(names)
}

// IsPerson reports whether the Bot of a seat names a person.
func IsPerson(bot string) bool { return entrant.IsPerson(bot) }
