package server

import (
	"context"
	"errors"

	"blastyard/protocol/netorcai"
)

// localPlayer is a player in this process: link and recipient of its peer. At most GAME_STARTS and one TURN are on
// their way, because the next TURN is sent only after an answer.
type localPlayer struct {
	s      *Server
	player LocalPlayer
	begin  chan netorcai.GameStarts
	turns  chan localTurn
	ctx    context.Context //nolint:containedctx // ends with its goroutine
	stop   context.CancelFunc
	state  []byte // written by the game while the player has nothing to do

	// Delivered with an event.
	ack   netorcai.TurnAck
	fault string
	gone  bool // the fault is that it has left

	peer *peer // used by the game's goroutine only
}

type localTurn struct {
	number int
	state  []byte
}

func newLocalPlayer(ctx context.Context, s *Server, p LocalPlayer) *localPlayer {
	l := &localPlayer{s: s, player: p, begin: make(chan netorcai.GameStarts, 1), turns: make(chan localTurn, 1)}
	l.ctx, l.stop = context.WithCancel(ctx)
	return l
}

func (l *localPlayer) send([]byte) bool { return false }
func (l *localPlayer) busy() bool       { return false }
func (l *localPlayer) allow(bool)       {}
func (l *localPlayer) resume()          {}
func (l *localPlayer) close()           { l.stop() }

func (l *localPlayer) starts(m netorcai.GameStarts) { l.begin <- m }

func (l *localPlayer) turn(number int, state []byte) {
	l.state = append(l.state[:0], state...)
	l.turns <- localTurn{number, l.state}
}

// run plays until the player is stopped.
func (l *localPlayer) run() {
	defer l.stop()
	select {
	case m := <-l.begin:
		if l.player.Start != nil {
			l.player.Start(m)
		}
	case <-l.ctx.Done():
		return
	}
	for {
		select {
		case t := <-l.turns:
			if !l.act(t) {
				return
			}
		case <-l.ctx.Done():
			return
		}
	}
}

func (l *localPlayer) answer(t localTurn) ([]byte, error) {
	if l.player.Answer != nil {
		return l.player.Answer(l.ctx, t.number, t.state)
	}
	return l.player.Act(l.ctx, t.number, t.state), nil
}

func (l *localPlayer) act(t localTurn) bool {
	actions, err := l.answer(t)
	if l.ctx.Err() != nil {
		return false
	}
	if err != nil {
		l.fault, l.gone = err.Error(), errors.Is(err, ErrGone)
		l.s.post(event{kind: evFault, local: l})
		return false
	}
	if len(actions) == 0 {
		actions = []byte("[]")
	}
	raw, err := netorcai.CheckActions(actions)
	if err != nil {
		l.fault = "Invalid TURN_ACK received. " + err.Error()
		l.s.post(event{kind: evFault, local: l})
		return false
	}
	l.ack = netorcai.TurnAck{TurnNumber: t.number, Actions: raw}
	return l.s.post(event{kind: evAck, local: l})
}
