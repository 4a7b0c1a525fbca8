package overnetorcai

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/internal/lateness"
	"blastyard/arena/internal/listeners"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// logic is the game logic and the observer of the server, which calls it on one goroutine. It passes the server's
// requests to the goroutine of the match and waits for the answers, so each goroutine may use what the other wrote
// before. Observer calls between two turns write only what the goroutine of the match reads after the next request.
type logic struct {
	server.NopObserver
	run     *arena.Run
	lobby   *lobby
	referee *referee
	here    []*herePlayer
	asks    chan serverAsk
	answers chan serverAnswer
	broken  chan struct{} // closed when nobody answers any more
	breaks  sync.Once

	turns int                                    // that were sent
	first func(turn time.Duration) time.Duration // time limit of the first answer over stdio

	clients  map[int]int          // seats by index of the client
	ordinary []int                // seats of the ordinary players that have logged in, in order of login
	special  []int                // seats of the special players, likewise
	joining  int                  // seat of the local player that is logging in; written before Server.Join
	away     map[int]int          // refused clients, by seat of their port
	took     []time.Duration      // by player: time of the answer for the next turn
	late     []bool               // by player: whether that answer belongs to an earlier turn
	left     []chan arena.Failure // by seat of a program: how its player left; at most one value
	leaving  []int                // seats of programs that have left since the last turn
	starved  []time.Duration      // by seat: the machine's share of its first late turn
	over     bool                 // as in the last answer
	finished bool                 // what happens from now on is no fault of the players
}

// serverAsk is a request of the server: for the match at its start, or for a turn.
type serverAsk struct{ moves []netorcai.PlayerActions }

// serverAnswer is the answer to a serverAsk.
type serverAnswer struct {
	winner int
	state  []byte
	over   bool // this was the last turn
}

var errBroken = errors.New("the match was broken off")

func newLogic(m *session) *logic {
	l := &logic{run: m.run, lobby: m.lobby, referee: newReferee(m.programs, m.run.Prepared.TurnTime()),
		first: m.times.First,
		here:  m.here, asks: make(chan serverAsk), answers: make(chan serverAnswer, 1),
		broken: make(chan struct{}), clients: map[int]int{}, away: map[int]int{}}
	l.starved = make([]time.Duration, len(m.run.Prepared.Seats))
	for range m.run.Prepared.Seats {
		l.left = append(l.left, make(chan arena.Failure, 1))
	}
	return l
}

// ask sends a request to the goroutine of the match and waits for the answer.
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

// breakOff makes all requests of the server fail.
func (l *logic) breakOff() { l.breaks.Do(func() { close(l.broken) }) }

// Init returns the state at the start of the match.
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

// Over reports whether the last turn ended the match.
func (l *logic) Over() bool { return l.over }

var errMissing = errors.New("arena: not everyone is there")

// ready returns an error if a player has left after all were present.
func (l *logic) ready() error {
	if len(l.special)+len(l.ordinary) < len(l.run.Prepared.Seats) {
		return errMissing
	}
	return nil
}

// dealSpecial returns the player ids of the special players, in order of login.
func (l *logic) dealSpecial(int) []int { return l.deal(l.special, 0) }

// dealOrdinary returns the player ids of the ordinary players, in order of login. They follow the special ones.
func (l *logic) dealOrdinary(int) []int { return l.deal(l.ordinary, len(l.special)) }

func (l *logic) deal(seats []int, first int) []int {
	ids := make([]int, len(seats))
	for i, k := range seats {
		ids[i] = l.run.IDs[k] - first
	}
	return ids
}

// LoggedIn records which seat is taken, and the name that its bot declares.
func (l *logic) LoggedIn(s server.Seat) {
	k := l.seatFor(s)
	if k < 0 {
		return
	}
	l.clients[s.Index] = k
	if c, ok := s.Conn.(*listeners.Conn); ok {
		l.lobby.connected(k, c)
		l.referee.bots[k].conn = c
	}
	if s.Role == netorcai.RoleSpecialPlayer {
		l.special = append(l.special, k)
	} else {
		l.ordinary = append(l.ordinary, k)
	}
	e := lobbyEvent{seat: k, in: true, local: s.Conn == nil, address: s.RemoteAddress, at: time.Now()}
	if seat := &l.run.Prepared.Seats[k]; !e.local && seat.Seat.Name == "" && !seat.Who.NamedByFolder() {
		e.says = s.Nickname
	}
	l.lobby.add(e)
}

// Acted records the time of an answer.
func (l *logic) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	l.took[player.PlayerID], l.late[player.PlayerID] = max(1, elapsed), late
	k := l.clients[player.Index]
	l.correct(k, l.referee.answered(k, late))
}

// Missed counts a turn that went on without a player.
func (l *logic) Missed(player server.Seat, turn int) {
	k := l.clients[player.Index]
	if p := l.here[k]; p != nil {
		p.missed(turn)
	}
	s := &l.run.Result.Seats[k]
	since, ruling := l.referee.missed(k)
	share := max(0, since.Wall-since.Own()).Round(time.Millisecond)
	host := ruling.Verdict == lateness.Machine
	why := l.ownFault()
	if host {
		why = machinesFault(share)
	}
	if s.Late == 0 {
		l.starved[k] = share
	}
	s.Trouble(trouble.Late, 1, turn+1, why)
	l.correct(k, ruling.Excused)
	l.run.Events.Late(player.PlayerID, host)
	if ruling.Void {
		l.run.Starved(k, share)
	}
}

// correct changes how many late turns of a seat are the machine's fault. The reason of the first late turn follows if
// all of them are, or none.
func (l *logic) correct(seat, by int) {
	s := &l.run.Result.Seats[seat]
	s.Host += by
	switch {
	case by == 0:
	case s.Host == 0:
		s.First.Late.Why = l.ownFault()
	case s.Host == s.Late:
		s.First.Late.Why = machinesFault(l.starved[seat])
	}
}

func (l *logic) ownFault() string {
	return fmt.Sprintf("no answer within %v", l.run.Prepared.TurnTime())
}

func machinesFault(so time.Duration) string {
	return fmt.Sprintf("the machine gave it no processor for %v", so)
}

// TurnSent records that the bots' turn begins.
func (l *logic) TurnSent(int, []byte) {
	l.turns++
	l.referee.ask(func(seat int) time.Duration {
		if limit := l.run.Prepared.TurnTime(); l.turns > 1 || !l.run.Prepared.Seats[seat].Stdio() {
			return limit
		}
		return l.first(l.run.Prepared.TurnTime())
	})
}

// Ended records that what happens from now on is no fault of the players.
func (l *logic) Ended(int, []byte) { l.finished = true }

// Kicked records that the server has expelled a player.
func (l *logic) Kicked(client server.Seat, reason string) {
	switch {
	case client.Index < 0:
		l.turnedAway(client, reason)
	case reason != netorcai.Aborted && !l.finished:
		l.gone(client, match.Illegal, reason)
	}
}

// Left records that a player has left.
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
	if client.PlayerID < 0 { // its seat is free again before the start
		free := func(list []int) []int { return slices.DeleteFunc(list, func(seat int) bool { return seat == k }) }
		l.ordinary, l.special = free(l.ordinary), free(l.special)
		l.lobby.add(lobbyEvent{seat: k, why: why})
		return
	}
	f := arena.Failure{Reason: reason, Turn: l.run.Events.TurnsPlayed() + 1, What: why}
	if l.run.Prepared.Seats[k].Kind == arena.ProgramSeat { // session.watch finds out more
		l.left[k] <- f
		l.leaving = append(l.leaving, k)
		return
	}
	l.run.TellFailure(k, &f)
	l.run.Fail(k, &f)
}

// overBudget reports whether a bot exceeds its budget, and adds a note if it does.
func (m *session) overBudget(id int, array []byte) bool {
	p := &m.run.Players[id]
	if !p.Program && !m.run.Prepared.Seats[p.Seat].Thinks() {
		return false
	}
	actions, why := m.budgets[p.Seat].take(array)
	if why == "" {
		return false
	}
	m.run.Exceed(id, actions, why)
	return true
}
