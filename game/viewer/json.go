package viewer

import (
	"strconv"

	"blastyard/game/trouble"
	"blastyard/internal/jsonappend"
)

// Pages receive the JSON forms of Header, Frame and End; docs/viewer-api.md describes them. They are written by hand,
// because a match may have thousands of turns per second.

// AppendJSON appends s as one line without a line feed.
func (s *Header) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"game":`...)
	dst = jsonappend.String(dst, s.Game)
	dst = append(dst, `,"title":`...)
	dst = jsonappend.String(dst, s.Title)
	dst = append(dst, `,"shape":"`...)
	dst = append(dst, [...]string{"hexagon", "square", "tree"}[s.Shape]...)
	dst = append(dst, `","cells":`...)
	dst = jsonappend.List(dst, s.Cells, func(dst []byte, c Place) []byte { return appendInts(dst, c.X, c.Y) })
	dst = jsonappend.Field(dst, "turns", s.Turns)
	if s.Map != "" {
		dst = append(dst, `,"map":`...)
		dst = jsonappend.String(dst, s.Map)
	}
	if s.Number > 0 {
		dst = jsonappend.Field(dst, "number", s.Number)
	}
	dst = append(dst, `,"seed":`...)
	dst = jsonappend.String(dst, s.Seed)
	dst = append(dst, `,"started":`...)
	dst = jsonappend.String(dst, s.Started)
	dst = jsonappend.Field(dst, "limit", s.Limit)
	dst = jsonappend.Field(dst, "bounty", s.Death)
	dst = s.Legend.append(dst)
	dst = append(dst, `,"suddenDeath":`...)
	dst = strconv.AppendBool(dst, s.SuddenDeath)
	dst = append(dst, `,"players":`...)
	dst = jsonappend.List(dst, s.Players, func(dst []byte, p HeaderPlayer) []byte {
		dst = append(dst, `{"name":`...)
		dst = jsonappend.String(dst, p.Name)
		dst = append(dst, `,"bot":`...)
		dst = jsonappend.String(dst, BotText(p.Bot))
		dst = append(dst, `,"special":`...)
		dst = strconv.AppendBool(dst, p.Special)
		if p.Entrant > 0 {
			dst = jsonappend.Field(dst, "entrant", p.Entrant)
		}
		if p.Goal != "" {
			dst = append(dst, `,"goal":`...)
			dst = jsonappend.String(dst, p.Goal)
		}
		return append(dst, '}')
	})
	if s.Branch != nil {
		dst = append(dst, `,"branch":{"match":`...)
		dst = jsonappend.String(dst, s.Branch.Match)
		dst = append(jsonappend.Field(dst, "turn", s.Branch.Turn), '}')
	}
	return append(dst, '}')
}

// AppendJSON appends f as one line without a line feed. Empty parts are omitted.
func (f *Frame) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"turn":`...)
	dst = strconv.AppendInt(dst, int64(f.Turn), 10)
	dst = f.appendCells(dst)
	if f.Shape == Tree && len(f.Tree) > 0 {
		dst = append(dst, `,"tree":`...)
		dst = appendTree(dst, f.Tree)
	}
	dst = appendSome(dst, "tokens", f.Tokens, func(dst []byte, t Token) []byte {
		alive := 0
		if t.Alive {
			alive = 1
		}
		return appendInts(dst, t.ID, t.Player, t.Cell, alive, t.Revival, t.Bombs)
	})
	dst = appendSome(dst, "bombs", f.Bombs, func(dst []byte, b Bomb) []byte {
		return appendInts(dst, b.Cell, int(b.Owner), b.Timer, b.Range)
	})
	dst = appendSome(dst, "explosions", f.Explosions, func(dst []byte, e Explosion) []byte {
		return appendInts(dst, e.Cell, int(e.Owner))
	})
	dst = appendSome(dst, "players", f.Players, f.appendPlayer)
	return append(f.Caption.append(f.appendLog(dst)), '}')
}

// append appends the field of a caption, unless it is empty.
func (c *Caption) append(dst []byte) []byte {
	if c.Text == "" {
		return dst
	}
	dst = append(dst, `,"caption":{"player":`...)
	dst = strconv.AppendInt(dst, int64(c.Player), 10)
	dst = jsonappend.Field(dst, "weight", c.Weight)
	dst = append(dst, `,"text":`...)
	return append(jsonappend.String(dst, c.Text), '}')
}

// appendCells appends what the cells hold. A list in which all are 0 is omitted.
func (f *Frame) appendCells(dst []byte) []byte {
	var owned Owner
	var walls Wall
	var items Item
	for i := range f.Cells {
		c := &f.Cells[i]
		owned, walls, items = owned|c.Owner, walls|c.Wall, items|c.Item
	}
	if owned != Neutral {
		dst = appendSome(dst, "owners", f.Cells, func(dst []byte, c Cell) []byte {
			return strconv.AppendInt(dst, int64(c.Owner), 10)
		})
	}
	if walls != Open {
		dst = appendSome(dst, "walls", f.Cells, func(dst []byte, c Cell) []byte {
			return append(dst, '0'+byte(c.Wall))
		})
	}
	if items != NoItem {
		dst = appendSome(dst, "items", f.Cells, func(dst []byte, c Cell) []byte {
			return strconv.AppendInt(dst, int64(c.Item), 10)
		})
	}
	return dst
}

func (f *Frame) appendPlayer(dst []byte, p Player) []byte {
	dst = append(dst, `{"score":`...)
	dst = strconv.AppendInt(dst, int64(p.Score), 10)
	dst = jsonappend.Field(dst, "cells", p.Cells)
	dst = append(dst, `,"share":`...)
	dst = strconv.AppendFloat(dst, p.Share, 'f', 4, 64)
	dst = jsonappend.Field(dst, "characters", p.Characters)
	dst = jsonappend.Field(dst, "living", p.Living)
	dst = jsonappend.Field(dst, "bombs", p.Bombs)
	if f.Legend != nil {
		for i, name := range f.Legend.Figures[:min(len(f.Legend.Figures), len(p.Figures))] {
			dst = jsonappend.Field(dst, name, p.Figures[i])
		}
	}
	dst = append(dst, `,"connected":`...)
	dst = strconv.AppendBool(dst, p.Connected)
	if p.Failed {
		dst = append(dst, `,"failed":true`...)
	}
	dst = jsonappend.Field(dst, "micros", p.Micros)
	if p.Note != "" {
		dst = append(dst, `,"note":`...)
		dst = jsonappend.String(dst, p.Note)
	}
	return append(dst, '}')
}

// appendLog appends the texts of the turn.
func (f *Frame) appendLog(dst []byte) []byte {
	dst = appendSome(dst, "events", f.Events, func(dst []byte, e Event) []byte {
		dst = append(dst, `{"kind":"`...)
		dst = append(dst, e.Kind.String()...)
		dst = append(dst, '"')
		dst = jsonappend.Field(dst, "player", e.Player)
		dst = append(dst, `,"text":`...)
		return append(jsonappend.String(dst, e.Text), '}')
	})
	dst = appendSome(dst, "refused", f.Refused, func(dst []byte, r Refusal) []byte {
		dst = append(dst, `{"player":`...)
		dst = strconv.AppendInt(dst, int64(r.Player), 10)
		dst = append(dst, `,"action":`...)
		dst = jsonappend.String(dst, f.ActionOf(r.Action))
		dst = append(dst, `,"reason":`...)
		return append(jsonappend.String(dst, r.Reason), '}')
	})
	dst = appendSome(dst, "output", f.Output, func(dst []byte, l Line) []byte {
		dst = append(dst, `{"player":`...)
		dst = strconv.AppendInt(dst, int64(l.Player), 10)
		dst = append(dst, `,"err":`...)
		dst = strconv.AppendBool(dst, l.Err)
		dst = append(dst, `,"text":`...)
		return append(jsonappend.String(dst, l.Text), '}')
	})
	return appendSome(dst, "drawings", f.Drawings, func(dst []byte, d Drawing) []byte {
		dst = append(dst, `{"player":`...)
		dst = strconv.AppendInt(dst, int64(d.Player), 10)
		dst = append(dst, `,"layer":`...)
		dst = jsonappend.String(dst, d.Layer)
		dst = append(dst, `,"shapes":`...)
		return append(jsonappend.String(dst, d.Shapes), '}')
	})
}

// appendTroubles appends what only some players have, and the end of the player.
func appendTroubles(dst []byte, p *EndPlayer) []byte {
	for _, c := range []struct {
		key   string
		count int
	}{{"silent", p.Silent}, {"crashed", p.Crashed}} {
		if c.count > 0 {
			dst = jsonappend.Field(dst, c.key, c.count)
		}
	}
	if p.First == (trouble.Firsts{}) {
		return append(dst, '}')
	}
	dst = append(dst, `,"first":{`...)
	comma := false
	for _, f := range []struct {
		key string
		at  trouble.First
	}{
		{"late", p.First.Late}, {"silent", p.First.Silent}, {"crashed", p.First.Crashed}, {"refused", p.First.Refused},
	} {
		if f.at == (trouble.First{}) {
			continue
		}
		if comma {
			dst = append(dst, ',')
		}
		comma = true
		dst = append(append(append(dst, '"'), f.key...), `":{"turn":`...)
		dst = strconv.AppendInt(dst, int64(f.at.Turn), 10)
		dst = append(jsonappend.String(append(dst, `,"why":`...), f.at.Why), '}')
	}
	return append(dst, "}}"...)
}

// AppendJSON appends e as one line without a line feed.
func (e *End) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"turns":`...)
	dst = strconv.AppendInt(dst, int64(e.Turns), 10)
	dst = jsonappend.Field(dst, "winner", e.Winner)
	dst = append(dst, `,"why":`...)
	dst = jsonappend.String(dst, e.Why)
	dst = append(dst, `,"players":`...)
	dst = jsonappend.List(dst, e.Players, func(dst []byte, p EndPlayer) []byte {
		dst = append(dst, `{"reason":`...)
		dst = jsonappend.String(dst, p.Reason)
		dst = append(dst, `,"note":`...)
		dst = jsonappend.String(dst, p.Note)
		if p.Turn > 0 {
			dst = jsonappend.Field(dst, "turn", p.Turn)
		}
		dst = jsonappend.Field(dst, "late", p.Late)
		dst = jsonappend.Field(dst, "refused", p.Refused)
		if p.Host > 0 {
			dst = jsonappend.Field(dst, "host", p.Host)
		}
		return appendTroubles(dst, &p)
	})
	dst = appendSome(dst, "lessons", e.Lessons, appendLesson)
	dst = appendSome(dst, "moments", e.Moments, appendMoment)
	if e.Story != "" {
		dst = append(dst, `,"story":`...)
		dst = jsonappend.String(dst, e.Story)
	}
	return append(e.appendAccount(dst), '}')
}

// appendAccount appends the account, if there is one.
func (e *End) appendAccount(dst []byte) []byte {
	for i, part := range e.Account {
		separator := `,{"player":`
		if i == 0 {
			separator = `,"account":[{"player":`
		}
		dst = strconv.AppendInt(append(dst, separator...), int64(part.Player), 10)
		dst = jsonappend.Field(dst, "over", part.Over)
		dst = jsonappend.String(append(dst, `,"cause":`...), part.Cause)
		dst = jsonappend.Field(dst, "points", part.Points)
		dst = append(jsonappend.String(append(dst, `,"text":`...), part.Text), '}')
	}
	if len(e.Account) > 0 {
		dst = append(dst, ']')
	}
	return dst
}

// AppendLessons appends lessons in the format of the end of a match.
func AppendLessons(dst []byte, list []Lesson) []byte { return jsonappend.List(dst, list, appendLesson) }

func appendLesson(dst []byte, l Lesson) []byte {
	dst = append(dst, `{"turn":`...)
	dst = strconv.AppendInt(dst, int64(l.Turn), 10)
	dst = jsonappend.Field(dst, "player", l.Player)
	dst = append(dst, `,"kind":`...)
	dst = jsonappend.String(dst, l.Kind)
	dst = jsonappend.Field(dst, "cost", l.Cost)
	dst = append(dst, `,"text":`...)
	return append(jsonappend.String(dst, l.Text), '}')
}

func appendMoment(dst []byte, m Moment) []byte {
	dst = append(dst, `{"turn":`...)
	dst = strconv.AppendInt(dst, int64(m.Turn), 10)
	dst = jsonappend.Field(dst, "from", m.From)
	dst = jsonappend.Field(dst, "to", m.To)
	dst = jsonappend.Field(dst, "player", m.Player)
	dst = jsonappend.Field(dst, "swing", m.Swing)
	dst = append(dst, `,"cells":`...)
	dst = appendInts(dst, m.Cells...)
	dst = append(dst, `,"text":`...)
	return append(jsonappend.String(dst, m.Text), '}')
}

func appendInts(dst []byte, values ...int) []byte {
	return jsonappend.List(dst, values, jsonappend.Int)
}

// appendSome appends a field with a list, unless the list is empty.
func appendSome[T any](dst []byte, name string, list []T, element func([]byte, T) []byte) []byte {
	if len(list) == 0 {
		return dst
	}
	dst = append(append(append(dst, `,"`...), name...), `":`...)
	return jsonappend.List(dst, list, element)
}
