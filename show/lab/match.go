package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"blastyard/arena"
	"blastyard/arena/record"
	"blastyard/arena/rerun"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/show/human"
	"blastyard/show/internal/lessons"
	"blastyard/show/scenes"
)

const (
	mostReplay = 256 << 20               // limit of a replay in memory, in bytes
	software   = "blastyard, laboratory" // the writer of replays
)

// Options are the page's inputs to a match.
type Options struct {
	Ports  map[int]Port      // ports of the programs, by seat
	Replay []byte            // the match to continue; nil: none
	Say    func(line string) // called with each line about the match; may be nil
	Yield  func()            // lets other goroutines run; see arena.Arena
	// First returns the time limit of a program's first answer from that of a turn. The default is stdio.FirstTime.
	First func(turn time.Duration) time.Duration
	// Done is called at the end, on the goroutine of the match. It may be nil; see Wait.
	Done func(*Played, error)
}

func (o *Options) closePorts() {
	for _, port := range o.Ports {
		port.Close()
	}
}

// A Match is a match of the page that is being played.
type Match struct {
	order   order
	from    int            // turns that are repeated as recorded
	persons *human.Persons // the zero value has none
	ready   func(ctx context.Context, sinks ...arena.Sink) (*arena.Result, error)
	repeat  string
	memory  *record.Memory // nil: the replay is not kept
	say     *speaker       // nil without Options.Say
	stop    context.CancelFunc
	done    chan struct{}
	played  *Played
	err     error
}

// Played is a finished match.
type Played struct {
	Replay []byte           // a file; nil: it was not kept
	Result *arena.Result    // how it ended
	Lesson *lessons.Verdict // the verdict of the lesson; nil: no lesson
}

// Play plays a match of built-in bots: an arena.Config as JSON. The same config gives the same replay everywhere,
// also with `play`, except for the time, the place and the speed. If a field of the config is wrong, the error is an
// *arena.ConfigError.
func Play(config []byte) (*Played, error) {
	m, err := Begin(fmt.Appendf(nil, `{"config":%s}`, config), Options{})
	if err != nil {
		return nil, err
	}
	return m.Wait()
}

// Begin begins a match. Its ports are closed when it is over, or if it cannot begin.
func Begin(text []byte, o Options) (*Match, error) {
	m, err := prepare(text, &o)
	if err != nil {
		o.closePorts()
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	m.stop, m.done = stop, make(chan struct{})
	go func() {
		defer close(m.done)
		defer stop()
		m.played, m.err = m.play(ctx)
		o.closePorts() // also those of unused seats
		m.say.close()
		if o.Done != nil {
			o.Done(m.played, m.err)
		}
	}()
	return m, nil
}

func prepare(text []byte, o *Options) (*Match, error) {
	read, err := readOrder(text)
	if err != nil {
		return nil, err
	}
	m := &Match{order: read, persons: new(human.Persons)}
	if m.order.keep() {
		m.memory = record.NewMemory(mostReplay)
	}
	if p := m.again(); p != nil {
		m.playNew(p)
		m.listen(o)
		return m, nil
	}
	c := &m.order.Config
	if m.persons, err = human.New(*c, true); err != nil {
		return nil, err
	}
	m.persons.Sit(c)
	for k := range c.Seats {
		if c.Seats[k].Bot != Page || c.Seats[k].Absent != "" {
			continue
		}
		if o.Ports[k] == nil {
			return nil, &arena.ConfigError{Field: fmt.Sprintf("seats[%d].bot", k), Value: `"` + Page + `"`,
				Expected: "a port for the program"}
		}
		c.Seats[k].Bot, c.Seats[k].Player = "", newProgram(o.Ports[k], o.First)
	}
	a := &arena.Arena{Games: m.order.kinds(), Yield: o.Yield,
		Transports: []arena.Transport{transport{game.Netorcai, m}, transport{game.Rounds, m}}}
	if m.order.From == nil {
		err = m.prepareNew(a)
	} else {
		err = m.prepareFork(a, o.Replay)
	}
	if err != nil {
		return nil, err
	}
	m.listen(o)
	return m, nil
}

// listen connects a speaker to the match.
func (m *Match) listen(o *Options) {
	if o.Say != nil {
		m.say = newSpeaker(o.Say)
		m.persons.ShownAt(m.say)
	}
}

func (m *Match) prepareNew(a *arena.Arena) error {
	p, err := a.Prepare(m.order.Config)
	if err != nil {
		return err
	}
	m.persons.SetNames(p.Seats)
	m.playNew(p)
	return nil
}

// playNew sets the function that plays a match from its start.
func (m *Match) playNew(p *arena.Prepared) {
	m.repeat = m.order.repeat(p)
	m.ready = func(ctx context.Context, sinks ...arena.Sink) (*arena.Result, error) {
		defer m.shelve(p)
		return p.Play(ctx, sinks...)
	}
}

func (m *Match) prepareFork(a *arena.Arena, file []byte) error {
	r, err := open(file)
	if err != nil {
		return err
	}
	if m.from = *m.order.From; m.from < 0 {
		return &rerun.OptionError{Option: "from", Value: m.from, Expected: "a turn of the replay"}
	}
	x, err := rerun.Prepare(r, rerun.Options{Arena: *a, Fork: true, From: m.from + 1,
		Seats: append([]arena.Seat{}, m.order.Config.Seats...), Title: rerun.Title(&r.Header, m.from)})
	if err != nil {
		return err
	}
	m.persons.SetNames(x.Seated())
	m.ready = x.Continue
	return nil
}

func (m *Match) play(ctx context.Context) (*Played, error) {
	var sinks []arena.Sink
	var recorder *record.Recorder
	if m.memory != nil {
		recorder = record.New(record.Options{Memory: m.memory, Software: software, Repeat: m.repeat})
		sinks = append(sinks, recorder)
	}
	if m.say != nil {
		sinks = append(sinks, scenes.New(m.say, scenes.Options{Explain: games.All()}))
	}
	var judge *lessons.Judge
	if l := m.order.lesson; l != nil {
		for i, s := range sinks {
			sinks[i] = l.Mark(s)
		}
		judge = l.Judge()
		sinks = append(sinks, judge)
	}
	result, err := m.ready(ctx, sinks...)
	if ctx.Err() != nil && result != nil { // it was stopped, as the result says
		err = nil
	}
	played := &Played{Result: result}
	if judge != nil {
		verdict := judge.Verdict()
		played.Lesson = &verdict
	}
	if err != nil || recorder == nil {
		return played, err
	}
	played.Replay, err = m.memory.Content()
	return played, errors.Join(recorder.Err(), err)
}

// Wait waits for the end of the match. If the match was stopped, the result describes how far it came.
func (m *Match) Wait() (*Played, error) {
	<-m.done
	if m.err != nil {
		return nil, m.err
	}
	return m.played, nil
}

// Stop ends the match.
func (m *Match) Stop() { m.stop() }

// errNoPerson says that the match has no person.
var errNoPerson = errors.New("no person plays this match")

// Look returns the state of the first person's seat.
func (m *Match) Look() (viewer.PersonView, error) {
	if h := m.persons.First(); h != nil {
		return h.Look(), nil
	}
	return viewer.PersonView{}, errNoPerson
}

// Play answers for the person, in the turn with the number of the current frame.
func (m *Match) Play(turn int, wishes []byte) (viewer.PersonView, error) {
	h := m.persons.First()
	if h == nil {
		return viewer.PersonView{}, errNoPerson
	}
	var list []viewer.Wish
	if err := json.Unmarshal(wishes, &list); err != nil {
		return viewer.PersonView{}, fmt.Errorf("wishes: %w", err)
	}
	if err := h.Play(turn, list); err != nil {
		return viewer.PersonView{}, err
	}
	return h.Look(), nil
}

// Quit makes the person give up.
func (m *Match) Quit() (viewer.PersonView, error) {
	h := m.persons.First()
	if h == nil {
		return viewer.PersonView{}, errNoPerson
	}
	h.GiveUp()
	return h.Look(), nil
}
