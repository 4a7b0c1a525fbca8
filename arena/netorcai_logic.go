package arena

import (
	"errors"
	"slices"
	"sync"
	"time"

	"blastyard/match"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
)

// netorcaiLogic is the server's game logic and observer. The server calls it on one goroutine. What the server asks
// for, it passes on to the goroutine of the match, and waits for the answer: so each of the two goroutines may use what
// the other has written before. What it is told between two turns it writes where the goroutine of the match does not
// look before the next turn.
type netorcaiLogic struct {
	server.NopObserver
	run     *run
	lobby   *lobby
	waits   *hostWatch
	persons []*seatedPerson
	asks    chan serverAsk
	answers chan serverAnswer
	broken  chan struct{} // closed: nobody answers any more
	breaks  sync.Once

	clients  map[int]int     // by the index of a client: its seat
	ordinary []int           // seats of the ordinary players that are logged in, in order of login
	special  []int           // and of the special ones
	joining  int             // the seat of the player of this process that logs in; written before Server.Join
	away     map[int]int     // by the seat of its port: clients that were not let in
	took     []time.Duration // by player: what the answer that comes with the next turn took
	late     []bool          // by player: that it is the answer to an earlier turn
	left     []chan goneAway // by seat: how its player has left during play, once
	over     bool            // what the last answer said
	finished bool            // all that happens from now on is no fault of the players
}

// goneAway is how a player has left.
type goneAway struct {
	reason match.Reason
	note   string
	turn   int
}

// serverAsk is what the server asks for: the match at its start, or a turn.
type serverAsk struct {
	players, specials int   // of the start: all, and those of them that are special
	ids               []int // of the start: by seat
	moves             []netorcai.PlayerActions
}

// serverAnswer is what it is told.
type serverAnswer struct {
	winner int
	state  []byte
	over   bool // it was the last turn
}

var errBroken = errors.New("the match was broken off")

func newNetorcaiLogic(m *netorcaiMatch) *netorcaiLogic {
	l := &netorcaiLogic{run: m.run, lobby: m.lobby, waits: newHostWatch(m.programs, time.Duration(m.Config.TurnTime)),
		persons: m.persons, asks: make(chan serverAsk), answers: make(chan serverAnswer, 1),
		broken: make(chan struct{}), clients: map[int]int{}, away: map[int]int{}}
	for range m.seats {
		l.left = append(l.left, make(chan goneAway, 1))
	}
	return l
}

// ask asks the goroutine of the match.
func (l *netorcaiLogic) ask(a serverAsk) (serverAnswer, error) {
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
func (l *netorcaiLogic) breakOff() { l.breaks.Do(func() { close(l.broken) }) }

// Init begins the match.
func (l *netorcaiLogic) Init(ordinary, specials, _ int) ([]byte, error) {
	l.took, l.late = make([]time.Duration, ordinary+specials), make([]bool, ordinary+specials)
	answer, err := l.ask(serverAsk{players: ordinary + specials, specials: specials, ids: l.ids()})
	return answer.state, err
}

// Turn plays a turn.
func (l *netorcaiLogic) Turn(moves []netorcai.PlayerActions) (winner int, state []byte, err error) {
	answer, err := l.ask(serverAsk{moves: moves})
	l.over = answer.over
	return answer.winner, answer.state, err
}

// Over tells whether the last turn was the last one of the match.
func (l *netorcaiLogic) Over() bool { return l.over }

// dealOrdinary gives the ordinary players that are there their ids, in order of login: in the order of the planned ids,
// and where all seats are taken exactly these.
func (l *netorcaiLogic) dealOrdinary(n int) []int { return l.deal(l.ordinary, n) }

func (l *netorcaiLogic) dealSpecial(n int) []int { return l.deal(l.special, n) }

func (l *netorcaiLogic) deal(present []int, n int) []int {
	present = present[:min(n, len(present))]
	ids := make([]int, n)
	for j, k := range present {
		for _, other := range present {
			if l.run.ids[other] < l.run.ids[k] {
				ids[j]++
			}
		}
	}
	for j := len(present); j < n; j++ {
		ids[j] = j
	}
	return ids
}

// ids are the players by seat.
func (l *netorcaiLogic) ids() []int {
	ids := slices.Repeat([]int{NoPlayer}, len(l.run.seats))
	for j, id := range l.dealSpecial(len(l.special)) {
		ids[l.special[j]] = id
	}
	for j, id := range l.dealOrdinary(len(l.ordinary)) {
		ids[l.ordinary[j]] = len(l.special) + id
	}
	return ids
}

// LoggedIn notes which seat is taken.
func (l *netorcaiLogic) LoggedIn(s server.Seat) {
	k := l.seatFor(s)
	if k < 0 {
		return
	}
	l.clients[s.Index] = k
	if s.Role == netorcai.RoleSpecialPlayer {
		l.special = append(l.special, k)
	} else {
		l.ordinary = append(l.ordinary, k)
	}
	l.lobby.add(lobbyEvent{seat: k, in: true, local: s.Conn == nil, nickname: s.Nickname, address: s.RemoteAddress,
		at: time.Now()})
}

// Acted notes what an answer took.
func (l *netorcaiLogic) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	l.took[player.PlayerID], l.late[player.PlayerID] = max(1, elapsed), late
}

// Missed counts a turn that went on without a player.
func (l *netorcaiLogic) Missed(player server.Seat, turn int) {
	k := l.clients[player.Index]
	if p := l.persons[k]; p != nil {
		p.missed(turn)
	}
	s, host := &l.run.result.Seats[k], l.waits.missed(k)
	if s.Late++; host {
		s.Host++
	}
	l.run.late(player.PlayerID, host)
}

// TurnSent notes that bots have something to do.
func (l *netorcaiLogic) TurnSent(int, []byte) { l.waits.begin() }

// Ended notes that what happens from now on is no fault of the players.
func (l *netorcaiLogic) Ended(int, []byte) { l.finished = true }

// Kicked notes that a player was sent away.
func (l *netorcaiLogic) Kicked(client server.Seat, reason string) {
	switch {
	case client.Index < 0:
		l.turnedAway(client, reason)
	case reason != netorcai.Aborted && !l.finished:
		l.gone(client, match.Illegal, reason)
	}
}

// Left notes that a player is gone.
func (l *netorcaiLogic) Left(client server.Seat, reason string) {
	if !l.finished {
		l.gone(client, match.Disconnected, reason)
	}
}

func (l *netorcaiLogic) gone(client server.Seat, reason match.Reason, why string) {
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
	s := &l.run.result.Seats[k]
	s.Reason, s.Note, s.LeftTurn = reason, why, int(l.run.events.turn.Load())
	l.left[k] <- goneAway{reason, why, s.LeftTurn}
	l.run.left(client.PlayerID, reason, why)
}

// overBudget tells whether a bot asks for more than it may, and notes it.
func (m *netorcaiMatch) overBudget(id int, array []byte) bool {
	p := &m.players[id]
	if !p.Program {
		return false
	}
	actions, why := m.budgets[p.Seat].take(array)
	if why == "" {
		return false
	}
	m.exceed(id, actions, why)
	return true
}
