package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"blastyard/bots/hexabots"
	"blastyard/harness"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/internal/listeners"
	"blastyard/match"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
	"blastyard/replay"
	"blastyard/viewer"
)

// rerunServer plays a course with a netorcai server: it is the server's game logic and its observer. The server calls it on
// one goroutine.
type rerunServer struct {
	server.NopObserver
	*rerun
	server *server.Server
	bots   []*harness.Process // by player; nil: none
	taken  map[int]bool       // players whose program has logged in

	ports *listeners.Group

	encoder *wire.Encoder // nil: states come from the replay
	json    []byte
	current atomic.Pointer[hexabomb.State] // a state that nobody changes, for built-in bots
	asked   atomic.Int64                   // the turn that bots decide now

	logins chan struct{}
	gone   chan struct{} // closed when the bot has left
	why    string        // it has; to be read after gone is closed
	took   []time.Duration
	ended  bool
}

// rerunServed plays the course of a rerun of hexabomb, or of any other game over netorcai.
func (r *rerun) rerunServed(ctx context.Context) error {
	s := &rerunServer{rerun: r, bots: make([]*harness.Process, len(r.seats)), logins: make(chan struct{}, len(r.seats)),
		gone: make(chan struct{}), taken: map[int]bool{}, ports: listeners.New(listeners.Config{}), took: make([]time.Duration, len(r.seats))}
	if h := r.course.game; h != nil && h.Hexabomb != nil {
		s.encoder = wire.NewEncoder(h.Hexabomb.Board())
	}
	if err := s.checkBuiltins(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer s.ports.Close()
	specials := 0
	for _, x := range r.seats {
		if x.special {
			specials++
		}
	}
	turns := max(r.Header.Turns, len(r.Turns))
	cfg := server.Config{Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: len(r.seats) - specials, NbSpecialPlayersMax: specials},
		Fast: true, Logic: s, Observer: s, DealIDs: inOrder, Admit: s.admit}
	if r.fork {
		cfg.TurnTime = time.Duration(r.Header.Limit) * time.Millisecond
	}
	var err error
	if s.server, err = server.New(cfg); err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() {
		_, err := s.server.Serve(ctx, s.ports)
		served <- err
	}()
	seatErr := s.seatAll(ctx)
	if seatErr == nil {
		seatErr = s.server.Start()
	}
	if seatErr != nil {
		cancel()
	}
	serveErr := <-served
	leftErr := s.dismiss()
	switch {
	case seatErr != nil:
		return seatErr
	case r.course.err != nil:
		return r.course.err
	case serveErr != nil:
		return serveErr
	}
	return leftErr
}

// inOrder gives players the ids in the order of their logins.
func inOrder(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
}

// checkBuiltins makes each built-in bot once, to find out whether there is such a one.
func (s *rerunServer) checkBuiltins() error {
	for id := range s.seats {
		if s.seats[id].builtin == "" {
			continue
		}
		if s.course.game == nil {
			return fmt.Errorf("%s: bot %q: built-in bots do not play %q", s.path, s.seats[id].spec, s.Header.Game)
		}
		if _, err := s.builtin(id); err != nil {
			return fmt.Errorf("bot %q: %w", s.seats[id].spec, err)
		}
	}
	return nil
}

func (s *rerunServer) builtin(id int) (hexabots.Bot, error) {
	return hexabots.New(s.seats[id].builtin, s.course.game.Hexabomb.Board(), id, match.PlayerSeed(s.Header.Seed, id))
}

// seatAll lets everyone log in, one after the other, so that each gets the id of its seat.
func (s *rerunServer) seatAll(ctx context.Context) error {
	for id := range s.seats {
		x := &s.seats[id]
		if x.spec != "" && x.builtin == "" {
			if err := s.startBot(ctx, id); err != nil {
				return err
			}
			continue
		}
		if err := s.server.Join(ctx, s.localPlayer(id)); err != nil {
			return err
		}
		<-s.logins
	}
	return nil
}

// localPlayer is a player of this process: a built-in bot, or one who does nothing.
func (s *rerunServer) localPlayer(id int) server.LocalPlayer {
	x := &s.seats[id]
	p := server.LocalPlayer{Nickname: nickname(x.name, id), Role: x.role(), Act: func(context.Context, int, []byte) []byte { return nil }}
	if x.builtin == "" {
		return p
	}
	bot, _ := s.builtin(id) // it was made before
	local := localBot{bot: bot}
	var answers answers
	p.Act = func(context.Context, int, []byte) []byte {
		local.state = s.current.Load()
		return answers.of(local.Act())
	}
	return p
}

// nickname makes a nickname of netorcai of a name that a replay gives.
func nickname(name string, id int) string {
	if n := utf8.RuneCountInString(name); n == 0 || n > maxNickname || !utf8.ValidString(name) {
		return viewer.Mark(id)
	}
	return name
}

// startBot starts a program and waits until it has logged in.
func (s *rerunServer) startBot(ctx context.Context, id int) error {
	at, err := s.ports.Open(id, "127.0.0.1", 0)
	if err != nil {
		return err
	}
	defer s.ports.CloseSeat(id)
	x := &s.seats[id]
	s.bots[id], err = harness.Start(ctx, harness.Command{Line: x.spec, Name: x.name, Host: "127.0.0.1", Port: at.Port, OnLine: s.printed(id)})
	if err != nil {
		return err
	}
	patience := time.NewTimer(loginTime)
	defer patience.Stop()
	select {
	case <-s.logins:
		return nil
	case <-s.bots[id].Done():
		exit, _ := s.bots[id].Exit()
		return fmt.Errorf("bot %q ended before it logged in: %v%s", x.spec, exit, s.lastWords(id))
	case <-patience.C:
		return fmt.Errorf("bot %q did not log in within %v%s", x.spec, loginTime, s.lastWords(id))
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *rerunServer) lastWords(id int) string {
	if lines := s.bots[id].Tail(lastLines); len(lines) > 0 {
		return "; it last printed: " + strings.Join(lines, " | ")
	}
	return ""
}

// printed keeps what the bot of the rerun prints, with the turn.
func (s *rerunServer) printed(id int) func(harness.Line) {
	if id != s.who {
		return nil
	}
	return func(l harness.Line) {
		if l.Stream != harness.Note {
			turn := max(1, int(s.asked.Load()))
			s.report.change(turn, func(t *rerunTurn) { t.output = append(t.output, l.Text) })
		}
	}
}

// dismiss ends the bots' programs. The error says that the bot of a rerun left before the end.
func (s *rerunServer) dismiss() error {
	patience := time.NewTimer(goodbye)
	defer patience.Stop()
	for _, bot := range s.bots {
		if bot == nil {
			continue
		}
		select {
		case <-bot.Done():
			continue
		case <-patience.C:
		}
		break
	}
	stopErr := harness.StopAll(s.bots, stopGrace)
	select {
	case <-s.gone:
	default:
		return stopErr
	}
	why := s.why
	if bot := s.bots[s.who]; bot != nil {
		if exit, ended := bot.Exit(); ended && !exit.Stopped {
			why += "; " + exit.String()
		}
		why += s.lastWords(s.who)
	}
	s.report.left = why
	return errors.Join(stopErr, errors.New(why))
}

// Init gives the state at the start.
func (s *rerunServer) Init(int, int, int) ([]byte, error) { return s.publish(), nil }

// publish makes the state known: its JSON, the copy for built-in bots.
func (s *rerunServer) publish() []byte {
	s.asked.Store(int64(s.course.turn + 1))
	g := s.course.game
	if g != nil {
		s.current.Store(g.Hexabomb.Clone())
	}
	if len(s.course.state) > 0 {
		return s.course.state
	}
	s.json = s.encoder.Append(s.json[:0], g.Hexabomb)
	return s.json
}

// Turn plays the next turn of the course.
func (s *rerunServer) Turn(players []netorcai.PlayerActions) (int, []byte, error) {
	turn := s.course.turn + 1
	var moves []rawMove
	for _, p := range players {
		if p.PlayerID == s.who {
			s.report.acted(turn, p.Actions)
		}
		if x := &s.seats[p.PlayerID]; x.spec != "" {
			moves = append(moves, rawMove{Player: p.PlayerID, Actions: p.Actions})
			s.course.took[p.PlayerID] = micros(s.took[p.PlayerID])
		}
	}
	took := s.took[s.who]
	s.report.change(turn, func(t *rerunTurn) { t.took = took })
	clear(s.took)
	if err := s.course.play(moves); err != nil {
		return 0, nil, err
	}
	state := s.publish()
	winner := match.NoWinner
	if s.course.game != nil {
		winner = s.course.game.Winner()
	} else if w := s.Turns[turn-1].Winner; w != nil {
		winner = *w
	}
	return winner, state, nil
}

// Over ends the game with the course, or when the bot of a rerun is gone.
func (s *rerunServer) Over() bool {
	s.ended = s.course.over()
	select {
	case <-s.gone:
		s.ended = s.ended || !s.fork
	default:
	}
	return s.ended
}

// Ended notes that what happens from now on is no fault of the players.
func (s *rerunServer) Ended(int, []byte) { s.ended = true }

// admit lets each program log in once, in its own role.
func (s *rerunServer) admit(x server.Seat) string {
	c, ok := x.Conn.(*listeners.Conn)
	switch {
	case !ok || x.Role != s.seats[c.Seat].role():
		return deniedRival
	case s.taken[c.Seat]:
		return deniedTaken
	}
	s.taken[c.Seat] = true
	return ""
}

// LoggedIn lets the next one log in.
func (s *rerunServer) LoggedIn(x server.Seat) {
	if x.Role.IsPlayer() {
		s.logins <- struct{}{}
	}
}

// Acted notes what an answer took.
func (s *rerunServer) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	if !late {
		s.took[player.PlayerID] = elapsed
	}
}

// Missed counts a turn of a fork that went on without a player.
func (s *rerunServer) Missed(player server.Seat, _ int) {
	if s.course.turn >= s.course.last {
		s.course.fates[player.PlayerID].Late++
		s.course.next.Late = append(s.course.next.Late, player.PlayerID)
	}
}

// Kicked notes that a player was sent away.
func (s *rerunServer) Kicked(client server.Seat, reason string) {
	if reason != netorcai.Aborted {
		s.leave(client, match.Illegal, reason)
	}
}

// Left notes that a player is gone.
func (s *rerunServer) Left(client server.Seat, reason string) {
	s.leave(client, match.Disconnected, reason)
}

func (s *rerunServer) leave(client server.Seat, reason match.Reason, why string) {
	if s.ended || client.PlayerID < 0 {
		return
	}
	id, turn := client.PlayerID, s.course.turn+1
	s.course.fates[id].Reason, s.course.fates[id].Note = string(reason), why
	if s.course.turn >= s.course.last {
		s.course.next.Gone = append(s.course.next.Gone, replay.Gone{Player: id, Reason: string(reason), Note: why})
	}
	if id == s.who {
		s.why = fmt.Sprintf("turn %d: %s: %s", turn, reason, why)
		close(s.gone)
	}
}
