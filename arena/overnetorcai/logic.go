package overnetorcai

import (
	"errors"
	"slices"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/internal/listeners"
	"blastyard/game/match"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// logic is the server's game logic and observer. The server calls it on one goroutine. What the server asks
// for, it passes on to the goroutine of the match, and waits for the answer: so each of the two goroutines may use what
// the other has written before. What it is told between two turns it writes where the goroutine of the match does not
// look before the next turn.
type logic struct {
	server.NopObserver
	run     *arena.Run
	lobby   *lobby
	waits   *hostWatch
	here    []*herePlayer
	asks    chan serverAsk
	answers chan serverAnswer
	broken  chan struct{} // closed: nobody answers any more
	breaks  sync.Once

	clients  map[int]int          // by the index of a client: its seat
	ordinary []int                // seats of the ordinary players that are logged in, in order of login
	special  []int                // and of the special ones
	joining  int                  // the seat of the player of this process that logs in; written before Server.Join
	away     map[int]int          // by the seat of its port: clients that were not let in
	took     []time.Duration      // by player: what the answer that comes with the next turn took
	late     []bool               // by player: that it is the answer to an earlier turn
	left     []chan arena.Failure // by seat of a program: how its player has left during play, once
	leaving  []int                // seats of programs that have left since the turn before
	over     bool                 // what the last answer said
	finished bool                 // all that happens from now on is no fault of the players
}

// serverAsk is what the server asks for: the match at its start, or a turn.
type serverAsk struct{ moves []netorcai.PlayerActions }

// serverAnswer is what it is told.
type serverAnswer struct {
	winner int
	state  []byte
	over   bool // it was the last turn
}

var errBroken = errors.New("the match was broken off")

func newLogic(m *session) *logic {
	l := &logic{run: m.Run, lobby: m.lobby, waits: newHostWatch(m.programs, time.Duration(m.Config.TurnTime)),
		here: m.here, asks: make(chan serverAsk), answers: make(chan serverAnswer, 1),
		broken: make(chan struct{}), clients: map[int]int{}, away: map[int]int{}}
	for range m.Seats {
		l.left = append(l.left, make(chan arena.Failure, 1))
	}
	return l
}

// ask asks the goroutine of the match.
func (l *logic) ask(a serverAsk) (serverAnswer, error) {
	select {
	case l.asks <- a:
	case <-l.broken:
		return serverAnswer{}, errBroken
	}
	select {
	case answer := <-l.answers:
		return answer, nil
	case <-l.broken:
		return serverAnswer{}, errBroken
	}
}

// breakOff lets the server wait no longer for answers.
func (l *logic) breakOff() { l.breaks.Do(func() { close(l.broken) }) }

// Init begins the match.
func (l *logic) Init(ordinary, specials, _ int) ([]byte, error) {
	l.took, l.late = make([]time.Duration, ordinary+specials), make([]bool, ordinary+specials)
	answer, err := l.ask(serverAsk{})
	return answer.state, err
}

// Turn plays a turn.
func (l *logic) Turn(moves []netorcai.PlayerActions) (winner int, state []byte, err error) {
	answer, err := l.ask(serverAsk{moves: moves})
	l.over = answer.over
	return answer.winner, answer.state, err
}

// Over tells whether the last turn was the last one of the match.
func (l *logic) Over() bool { return l.over }

var errMissing = errors.New("arena: not everyone is there")

// ready tells whether everyone is there: somebody may have left when all were.
func (l *logic) ready() error {
	if len(l.special)+len(l.ordinary) < len(l.run.Seats) {
		return errMissing
	}
	return nil
}

// dealSpecial gives the special players the ids of their seats, in order of login.
func (l *logic) dealSpecial(int) []int { return l.deal(l.special, 0) }

// dealOrdinary does so for the ordinary players, whose ids follow.
func (l *logic) dealOrdinary(int) []int { return l.deal(l.ordinary, len(l.special)) }

func (l *logic) deal(seats []int, first int) []int {
	ids := make([]int, len(seats))
	for i, k := range seats {
		ids[i] = l.run.IDs[k] - first
	}
	return ids
}

// LoggedIn notes which seat is taken, and how its bot calls itself.
func (l *logic) LoggedIn(s server.Seat) {
	k := l.seatFor(s)
	if k < 0 {
		return
	}
	l.clients[s.Index] = k
	if c, ok := s.Conn.(*listeners.Conn); ok {
		l.lobby.connected(k, c)
	}
	if s.Role == netorcai.RoleSpecialPlayer {
		l.special = append(l.special, k)
	} else {
		l.ordinary = append(l.ordinary, k)
	}
	e := lobbyEvent{seat: k, in: true, local: s.Conn == nil, address: s.RemoteAddress, at: time.Now()}
	if seat := &l.run.Seats[k]; !e.local && seat.Seat.Name == "" && !seat.Who.NamedByFolder() {
		e.says = s.Nickname
	}
	l.lobby.add(e)
}

// Acted notes what an answer took.
func (l *logic) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	l.took[player.PlayerID], l.late[player.PlayerID] = max(1, elapsed), late
}

// Missed counts a turn that went on without a player.
func (l *logic) Missed(player server.Seat, turn int) {
	k := l.clients[player.Index]
	if p := l.here[k]; p != nil {
		p.missed(turn)
	}
	s, waited := &l.run.Result.Seats[k], l.waits.since(k)
	host := waited > l.waits.limit/2
	if s.Late++; host {
		s.Host++
	}
	l.run.Late(player.PlayerID, host, waited)
}

// TurnSent notes that bots have something to do.
func (l *logic) TurnSent(int, []byte) { l.waits.begin() }

// Ended notes that what happens from now on is no fault of the players.
func (l *logic) Ended(int, []byte) { l.finished = true }

// Kicked notes that a player was sent away.
func (l *logic) Kicked(client server.Seat, reason string) {
	switch {
	case client.Index < 0:
		l.turnedAway(client, reason)
	case reason != netorcai.Aborted && !l.finished:
		l.gone(client, match.Illegal, reason)
	}
}

// Left notes that a player is gone.
func (l *logic) Left(client server.Seat, reason string) {
	if !l.finished {
		l.gone(client, match.Disconnected, reason)
	}
}

func (l *logic) gone(client server.Seat, reason match.Reason, why string) {
	k, plays := l.clients[client.Index]
	if !plays {
		return
	}
	delete(l.clients, client.Index)
	if client.PlayerID < 0 { // before the start its seat is free again
		free := func(list []int) []int { return slices.DeleteFunc(list, func(seat int) bool { return seat == k }) }
		l.ordinary, l.special = free(l.ordinary), free(l.special)
		l.lobby.add(lobbyEvent{seat: k, why: why})
		return
	}
	f := arena.Failure{Reason: reason, Turn: l.run.TurnsPlayed() + 1, What: why}
	if l.run.Seats[k].Kind == arena.ProgramSeat { // session.watch finds out more
		l.left[k] <- f
		l.leaving = append(l.leaving, k)
		return
	}
	l.run.TellFailure(k, &f)
	l.run.Fail(k, &f)
}

// overBudget tells whether a bot asks for more than it may, and notes it.
func (m *session) overBudget(id int, array []byte) bool {
	p := &m.Players[id]
	if !p.Program && !m.Seats[p.Seat].Thinks() {
		return false
	}
	actions, why := m.budgets[p.Seat].take(array)
	if why == "" {
		return false
	}
	m.Exceed(id, actions, why)
	return true
}
