package train

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"blastyard/internal/errortext"
	"blastyard/train/internal/render"
)

// Serve reads a config, describes the matches, opens the memory and answers requests until the input ends. version is
// the version of the program. The error is nil if the input ended between two requests, and a *ToldError if it was the
// last answer.
func Serve(in io.Reader, out io.Writer, version string) error {
	l := newLink(in, out)
	err := serve(l, version)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func serve(l *link, version string) error {
	line, err := l.line()
	if err != nil {
		return err
	}
	m, err := modeOf(line, version)
	if err != nil {
		return l.refuse(err)
	}
	layout, facts := m.describe()
	if err := l.tell(struct {
		Layout *Layout `json:"layout"`
		*Facts
	}{layout, facts}); err != nil {
		return err
	}
	mem, err := l.memory(layout.Size)
	if err != nil {
		return err
	}
	defer closeMemory(mem)
	clear(mem)
	if err := m.open(&arrays{layout, mem}); err != nil {
		return l.refuse(err)
	}
	defer m.close()
	return m.serve(l)
}

// mode is a mode of the service.
type mode interface {
	describe() (*Layout, *Facts)

	// open receives the memory, all zero, and writes what the program can read before its first request.
	open(a *arrays) error

	// serve signals that it is ready and answers requests until the input ends.
	serve(l *link) error
	close()
}

// modeOf returns the mode that the first line selects.
func modeOf(line []byte, version string) (mode, error) {
	var first struct{ Mode string }
	_ = json.Unmarshal(line, &first) // the mode reports errors when it reads the whole line
	switch first.Mode {
	case modeObserve:
		return newObserving(line, version)
	case modeDataset:
		return newRows(line, version)
	case modeMatch, "":
		c, err := ReadConfig(line)
		if err != nil {
			return nil, err
		}
		return newServer(c, version)
	default:
		return nil, fmt.Errorf("config: mode is %q, expected %s", first.Mode,
			oneOf(first.Mode, []string{modeMatch, modeObserve, modeDataset}))
	}
}

// memoryName is the second line.
type memoryName struct {
	FD   *int   `json:"fd"`   // an inherited file; not on Windows
	Name string `json:"name"` // a named mapping; on Windows
}

// memory reads the second line and opens the memory that it names.
func (l *link) memory(size int) ([]byte, error) {
	line, err := l.line()
	if err != nil {
		return nil, err
	}
	var second struct {
		Memory *memoryName `json:"memory"`
	}
	if err := decode(line, &second); err != nil {
		return nil, l.refuse(fmt.Errorf("memory: %w", err))
	}
	if second.Memory == nil {
		return nil, l.refuse(fmt.Errorf("memory: it is missing in %s", excerpt(line)))
	}
	mem, err := openMemory(second.Memory, size)
	if err != nil {
		return nil, l.refuse(err)
	}
	return mem, nil
}

// server serves the matches of a config.
type server struct {
	config   *Config
	kind     kindOfWorld
	facts    Facts
	layout   Layout
	episodes *episodes
	crew     *crew
	text     []byte // buffer for an answer

	page    *render.Page // nil until it is requested
	watched []int        // matches that the page shows
}

func newServer(c *Config, version string) (*server, error) {
	s := &server{config: c}
	var err error
	if s.kind, err = newKind(c); err != nil {
		return nil, err
	}
	at := s.kind.seated()
	s.facts = Facts{Game: c.Game, Players: at.players, Seats: at.seats, Opponents: at.bots(), ProgramVersion: version}
	s.facts.tell(s.kind.spec())
	s.kind.facts(&s.facts)
	if err := addShared(&s.layout, c.Matches, len(at.seats), s.facts.Characters, at.players); err != nil {
		return nil, err
	}
	return s, addView(&s.layout, s.kind.spec(), c.Matches, len(at.seats))
}

func newKind(c *Config) (kindOfWorld, error) {
	if own, has := ownPaths[c.Game]; has && !c.general {
		return own.serve(c)
	}
	return newAnyKind(c)
}

func (s *server) describe() (*Layout, *Facts) { return &s.layout, &s.facts }

// open creates the matches in the memory and starts them.
func (s *server) open(a *arrays) (err error) {
	if s.episodes, err = newEpisodes(s.config, s.kind, &s.facts, a); err != nil {
		return err
	}
	s.crew = newCrew(s.config.Matches, s.config.Threads)
	return s.crew.run(func(i int) error { return s.episodes.begin(i, 0) })
}

func (s *server) close() {
	s.crew.close()
	s.page.Close()
}

// serve answers requests until the input ends.
func (s *server) serve(l *link) error {
	if err := l.ready(); err != nil {
		return err
	}
	step := s.episodes.step
	for {
		b, err := l.begin()
		switch {
		case err != nil:
			return err
		case b == 's':
			err = s.step(l, step)
		case b == '{':
			if err = l.in.UnreadByte(); err == nil {
				err = s.request(l)
			}
		case b == '\n' || b == '\r':
		default:
			err = l.refuse(fmt.Errorf("the byte %q begins no request: expected \"s\" or a line of JSON", b))
		}
		if err != nil {
			return err
		}
	}
}

// step plays a turn in every match.
func (s *server) step(l *link, step func(i int) error) error {
	if i := s.episodes.wrongAction(uint8(s.facts.Actions)); i >= 0 {
		e := s.episodes
		seat := i / e.chars
		return l.tellError(fmt.Errorf("action %d of match %d, seat %d (player %d), character %d: expected 0 to %d; "+
			"nothing was played", e.shared.actions[i], seat/len(e.seats), seat%len(e.seats), e.seats[seat%len(e.seats)],
			i%e.chars, s.facts.Actions-1))
	}
	if err := s.crew.run(step); err != nil {
		return l.refuse(err)
	}
	s.showWatched()
	return l.ready()
}

// link is the connection to the program: requests come in, answers go out.
type link struct {
	in    *bufio.Reader
	out   io.Writer
	awake func() // see stayAwake
	began []byte // incomplete line
}

func newLink(in io.Reader, out io.Writer) *link {
	const buffer = 64 << 10
	return &link{in: bufio.NewReaderSize(in, buffer), out: out, awake: stayAwake(in)}
}

// begin reads the first byte of a request.
func (l *link) begin() (byte, error) {
	if l.in.Buffered() == 0 {
		l.awake()
	}
	return l.in.ReadByte()
}

// line reads a line.
func (l *link) line() ([]byte, error) {
	l.began = l.began[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		l.began = append(l.began, part...)
		switch {
		case err == nil:
			return l.began, nil
		case errors.Is(err, io.EOF) && len(l.began) > 0:
			return nil, l.refuse(fmt.Errorf("the input ended within a line: %s", excerpt(l.began)))
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(l.began) > maxLine:
			return nil, l.refuse(fmt.Errorf("a line is longer than %d MiB: %s", maxLine>>20, excerpt(l.began)))
		}
	}
}

// lines signals that it is ready and answers lines until the input ends.
func (l *link) lines(answer func(line []byte) error) error {
	if err := l.ready(); err != nil {
		return err
	}
	for {
		line, err := l.line()
		if err != nil {
			return err
		}
		if err := answer(line); err != nil {
			return err
		}
	}
}

var dot = []byte{'.'}

// ready answers that a request is done.
func (l *link) ready() error {
	_, err := l.out.Write(dot)
	return err
}

// tell answers with a line of JSON.
func (l *link) tell(answer any) error {
	line, err := json.Marshal(answer)
	if err == nil {
		_, err = l.out.Write(append(line, '\n'))
	}
	return err
}

// tellError answers that a request was wrong and changed nothing.
func (l *link) tellError(err error) error {
	return l.tell(struct {
		Error string `json:"error"`
	}{errortext.Text(err)})
}

// refuse answers with an error that ends the service, and returns it.
func (l *link) refuse(err error) error {
	if told := l.tellError(err); told != nil {
		return fmt.Errorf("%w (telling it: %w)", err, told)
	}
	return &ToldError{err}
}

// ToldError is the error that ended the service if the program already received it.
type ToldError struct{ Err error }

func (e *ToldError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *ToldError) Unwrap() error { return e.Err }
