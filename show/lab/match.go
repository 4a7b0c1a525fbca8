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
	mostReplay = 256 << 20               // bytes of a replay in memory
	software   = "blastyard, laboratory" // what writes it
)

// Options say what a match of the page is played with.
type Options struct {
	Ports  map[int]Port      // by seat: those of the programs
	Replay []byte            // the match that goes on; nil: none
	Say    func(line string) // hears of the match, one line at a time; nil: nobody does
	Yield  func()            // lets others run, see arena.Arena
	// First is how long the first answer of a program may take, by the time for a turn; nil: stdio.FirstTime.
	First func(turn time.Duration) time.Duration
	// Done hears of the end, on the goroutine of the match; nil: Wait tells it.
	Done func(*Played, error)
}

func (o *Options) closePorts() {
	for _, port := range o.Ports {
		port.Close()
	}
}

// A Match is a match of the page that is played.
type Match struct {
	order   order
	from    int            // turns that go as recorded
	persons *human.Persons // the zero value has none
	ready   func(ctx context.Context, sinks ...arena.Sink) (*arena.Result, error)
	repeat  string
	memory  *record.Memory // nil: the replay is not kept
	say     *speaker       // nil: nobody hears
	stop    context.CancelFunc
	done    chan struct{}
	played  *Played
	err     error
}

// Played is a match that was played.
type Played struct {
	Replay []byte           // as a file; nil: it was not kept
	Result *arena.Result    // how it ended
	Lesson *lessons.Verdict // whether the task of the lesson is done; nil: it was no lesson
}

// Play plays a match of built-in bots: an arena.Config as JSON. The same config gives the same replay everywhere, also
// as `play` writes it, but for what says when, where and how fast it was played. The error is a *arena.ConfigError
// where a field of the config is wrong.
func Play(config []byte) (*Played, error) {
	m, err := Begin(fmt.Appendf(nil, `{"config":%s}`, config), Options{})
	if err != nil {
		return nil, err
	}
	return m.Wait()
}

// Begin begins a match. Its ports are closed when it is over, also where it cannot begin.
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
		o.closePorts() // also those of nobody
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

// listen lets somebody hear of the match.
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

// playNew is what plays a match from its start.
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
	if ctx.Err() != nil && result != nil { // it was stopped: the result says so
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

// Wait waits for the end of the match. Where it was stopped, the result says how far it came.
func (m *Match) Wait() (*Played, error) {
	<-m.done
	if m.err != nil {
		return nil, m.err
	}
	return m.played, nil
}

// Stop ends the match.
func (m *Match) Stop() { m.stop() }

// errNoPerson says that a match has no person.
var errNoPerson = errors.New("no person plays this match")

// Look tells how the seat of the first person stands.
func (m *Match) Look() (viewer.PersonView, error) {
	if h := m.persons.First(); h != nil {
		return h.Look(), nil
	}
	return viewer.PersonView{}, errNoPerson
}

// Play answers the turn that the person is waited for, with the number of its frame.
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

// Quit gives the seat of the person up.
func (m *Match) Quit() (viewer.PersonView, error) {
	h := m.persons.First()
	if h == nil {
		return viewer.PersonView{}, errNoPerson
	}
	h.GiveUp()
	return h.Look(), nil
}
