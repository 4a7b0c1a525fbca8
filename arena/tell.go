package arena

import (
	"slices"

	"blastyard/game/match"
	"blastyard/game/viewer"
)

// write encodes the moves into r.sinkMoves, before they are played.
func (r *Run) write() {
	r.sinkMoves = r.sinkMoves[:0]
	for _, id := range r.order {
		m := &r.moves[id]
		if !m.sent {
			from := len(r.json)
			r.json = r.Match.AppendActions(r.json, id)
			m.actions = r.json[from:len(r.json):len(r.json)]
		}
		r.sinkMoves = append(r.sinkMoves, Move{Player: id, Actions: m.actions, Took: m.took, Late: m.late})
		if r.status[id].Micros = viewer.NoTime; m.took > 0 && !m.late {
			r.status[id].Micros = max(1, int(m.took.Microseconds()))
		}
		*m = move{}
	}
}

func (r *Run) picture() frame {
	return frame{buffer: &r.frame, turns: r.Prepared.MaxTurns, seats: r.status}
}

func (r *Run) tellBegin() {
	if len(r.Events.sinks) == 0 {
		return
	}
	r.Events.Deliver()
	b := &Begin{
		Config:  &r.Prepared.Config,
		Kind:    r.Prepared.Kind,
		Map:     r.Prepared.Map,
		Match:   r.Match,
		Title:   r.Prepared.Title(),
		Index:   r.Index,
		Seed:    r.Draws.Seed,
		Secret:  r.Draws.Secret,
		Turns:   r.Prepared.MaxTurns,
		Limit:   r.Limit,
		Players: r.Players,
		seats:   r.Prepared.Seats,
		frame:   r.picture(),
	}
	for _, s := range r.Events.sinks {
		s.Begin(b)
	}
}

func (r *Run) tellTurn() {
	if len(r.Events.sinks) == 0 {
		return
	}
	r.Events.Deliver()
	r.refused = r.Match.AppendRefused(r.refused[:0])
	p := r.Events.take()
	t := &Turn{
		Number:   r.Match.Turn(),
		Match:    r.Match,
		Moves:    r.sinkMoves,
		Refused:  r.refused,
		Excess:   r.excess,
		Late:     p.late,
		Host:     p.host,
		Left:     p.left,
		Output:   p.output,
		Notes:    p.notes,
		Drawings: p.drawings,
		Details:  r.Details,
		frame:    r.picture(),
	}
	for id := range r.status {
		if !slices.Contains(p.late, id) {
			r.status[id].Missed = 0
		}
	}
	for _, id := range p.late {
		r.status[id].Missed++
		if r.status[id].Note = "late"; slices.Contains(p.host, id) {
			r.status[id].Note = viewer.HostLate
		}
	}
	for _, l := range p.left {
		s := &r.status[l.Player]
		s.Connected, s.Note = false, match.Failure(l.Reason, t.Number)
		s.Failed = r.Prepared.ranking == match.FailedLast
	}
	for _, s := range r.Events.sinks {
		s.Turn(t)
	}
	for id := range r.status {
		if r.status[id].Micros = viewer.NoTime; r.status[id].Connected {
			r.status[id].Note = ""
		}
	}
}

// finish completes the result and passes it to the sinks.
func (r *Run) finish(err error) {
	r.Result.Result = match.Result{Winner: r.Winner(), Turns: r.Match.Turn()}
	r.Result.State = r.Match.Hash()
	for id := range r.Match.Players() {
		r.Result.Scores = append(r.Result.Scores, r.Match.Score(id))
	}
	if err != nil {
		r.Result.breakOff()
	}
	for k := range r.Result.Seats {
		s := &r.Result.Seats[k]
		s.Note = shortNote(s.Note)
		s.Score, s.Won = r.Match.Score(s.Player), s.Player == r.Result.Winner
	}
	e := &End{Result: r.Result, Match: r.Match, Err: err, frame: r.picture()}
	for _, s := range r.Events.sinks {
		s.End(e)
	}
}
