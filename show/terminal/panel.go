package terminal

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"blastyard/game/viewer"
)

// A line of the panel is a sequence of labels.
type line []label

func plain(text string) line { return line{{text: text}} }
func faint(text string) line { return line{{text: text, Style: Style{Faint: true}}} }

// A panel is beside or below the board: the turn, the standings, the events, and the keys.
type panel struct {
	theme
	legend        *viewer.Legend
	width, height int // columns, lines
}

// build returns the panel's lines. If they do not fit, it omits in this order: keys, log, second lines of players,
// players.
func (p *panel) build(f *viewer.Frame, opt Options) []line {
	lines := p.head(f)
	var foot []line
	if opt.Status != "" {
		foot = append(foot, plain(Fit(Plain(opt.Status), p.width)))
	}
	room := p.height - len(lines) - len(foot)
	players := p.players(f, room)
	lines = append(lines, players...)
	room -= len(players)
	if len(opt.Help) > 0 && room > len(opt.Help) {
		for _, h := range opt.Help {
			foot = append(foot, faint(Fit(Plain(h), p.width)))
		}
		room -= len(opt.Help)
	}
	if room > 1 && len(f.Events) > 0 {
		lines = append(append(lines, nil), p.log(f.Events, min(room-1, MaxLog))...)
	}
	for len(lines)+len(foot) < p.height {
		lines = append(lines, nil)
	}
	return append(lines, foot...)
}

const headLines = 2

// MaxLog is the largest number of events in the log beside a board.
const MaxLog = 8

// head returns the turn, as text and as a bar.
func (p *panel) head(f *viewer.Frame) []line {
	turn := fmt.Sprintf("turn %d", f.Turn)
	done := 0.0
	if f.Turns > 0 {
		turn = fmt.Sprintf("turn %d of %d", f.Turn, f.Turns)
		done = float64(f.Turn) / float64(f.Turns)
	}
	n := min(max(0, int(done*float64(p.width)+0.5)), p.width)
	return []line{
		{{text: Pad(turn, p.width, false), Style: Style{Bold: true}}},
		{{text: strings.Repeat("━", n)}, {text: strings.Repeat("─", p.width-n), Style: Style{Faint: true}}},
	}
}

// players returns the standings: two lines for each player if there is room, otherwise one. If necessary the last
// players are only counted.
func (p *panel) players(f *viewer.Frame, room int) []line {
	ids := f.Ranking()
	perPlayer := 1
	var lines []line
	if 2*len(ids)+1 <= room {
		perPlayer = 2
		lines = append(lines, p.titles())
	}
	more := 0
	if perPlayer*len(ids) > room {
		keep := max(0, room-1)
		more, ids = len(ids)-keep, ids[:keep]
	}
	names := p.nameWidth(f, ids)
	for _, id := range ids {
		row := &f.Players[id]
		if perPlayer == 2 {
			lines = append(lines, p.first(row), p.second(row))
		} else {
			lines = append(lines, p.single(row, names))
		}
	}
	if more > 0 && room > 0 {
		lines = append(lines, faint(Fit(fmt.Sprintf("… and %d more", more), p.width)))
	}
	return lines
}

const markWidth = 3

// mark returns a player's mark on the player's colour.
func (p *panel) mark(row *viewer.Player) label {
	text := viewer.Mark(row.Look())
	if row.Special && len(text) == 1 {
		text += signSpecial
	}
	if Columns(text) < markWidth {
		text = " " + text
	}
	ground := ownerTint(viewer.OwnerOf(row.Look()))
	return label{Pad(text, markWidth, false), Style{Fg: p.colour(inkOn(ground)), Bg: p.colour(ground), Bold: true}}
}

// first returns a line with mark, name, note and score.
func (p *panel) first(row *viewer.Player) line {
	score := scoreOf(row)
	room := p.width - markWidth - 2 - len(score)
	note := noteOf(row)
	if note != "" {
		note = Fit(" · "+note, min(20, room/2))
	}
	name := Fit(nameOf(row), room-Columns(note))
	rest := room - Columns(name) - Columns(note)
	return line{p.mark(row), {text: " "}, {name, Style{Bold: row.Living > 0, Faint: row.Living == 0}},
		{text: note, Style: Style{Faint: true}},
		{text: strings.Repeat(" ", max(0, rest)+1)}, {score, Style{Bold: true}}}
}

// second returns a line with the share of the board as a bar, and the columns.
func (p *panel) second(row *viewer.Player) line {
	columns, bar := p.columns()
	l := append(line{{text: strings.Repeat(" ", markWidth+1)}}, p.bar(row, bar)...)
	for _, c := range columns {
		l = append(l, label{text: Pad(Fit(p.say(&c, row), columnWidth-1), columnWidth, true)})
	}
	return l
}

// titles returns the line above the standings.
func (p *panel) titles() line {
	columns, bar := p.columns()
	text := strings.Repeat(" ", markWidth+1+bar)
	for _, c := range columns {
		text += Pad(Fit(c.title, columnWidth-1), columnWidth, true)
	}
	if rest := p.width - Columns(text); rest > 0 {
		text += Pad("score", rest, true)
	}
	return faint(Fit(text, p.width))
}

// A column is a property of a player, beside the score.
type column struct{ title, text string }

// all returns the properties, the most important first: the share, then those of the legend.
func (p *panel) all() []column {
	list := []column{{"share", "{share}"}}
	if p.legend == nil {
		return append(list, column{"alive", "{living}/{characters}"}, column{"bombs", SignBomb + "{bombs}"},
			column{"cells", "{cells}"})
	}
	for _, extra := range []bool{false, true} {
		for i := range p.legend.Columns {
			if c := &p.legend.Columns[i]; c.Extra == extra && c.Text != "{score}" {
				list = append(list, column{strings.ToLower(c.Title), cmp.Or(c.Short, c.Text)})
			}
		}
	}
	return list
}

// say returns the text of a column for a player.
func (p *panel) say(c *column, row *viewer.Player) string {
	return strings.ReplaceAll(p.legend.Say(c.text, row), " %", "%") // there is little room
}

// columns returns the columns that fit beside a bar, and the bar's width. The score is on the line above.
func (p *panel) columns() (fitting []column, bar int) {
	room := p.width - markWidth - 1 - scoreWidth
	all, n := p.all(), 0
	for n < len(all) && room-columnWidth >= minBar {
		room -= columnWidth
		n++
	}
	return all[:n], min(max(room, 0), maxBar)
}

const columnWidth = 6

const (
	minBar     = 6
	maxBar     = 20
	scoreWidth = 6
)

// single returns mark, name, share, living characters, bombs and score on one line.
func (p *panel) single(row *viewer.Player, names int) line {
	score := fmt.Sprintf("%5s", scoreOf(row))
	l := line{p.mark(row), {text: " " + Pad(nameOf(row), names, false) + " "}}
	room := p.width - markWidth - 2 - names - len(score) - 1
	rest := ""
	var pieces []string
	for i, c := range p.all() {
		switch text := p.say(&c, row); {
		case i == 0:
			pieces = append(pieces, fmt.Sprintf("%4s", text))
		case c.title != "cells": // the share says it
			pieces = append(pieces, text)
		}
	}
	for _, piece := range append(pieces, noteOf(row)) {
		if w := Columns(piece) + 1; piece != "" && Columns(rest)+w <= room {
			rest += piece + " "
		}
	}
	l = append(l, label{text: score + " " + Fit(rest, room)})
	if bar := room - Columns(rest); bar >= minBar {
		l = append(l, p.bar(row, min(bar, maxBar))...)
	}
	return l
}

// nameWidth returns the width of names on single lines.
func (p *panel) nameWidth(f *viewer.Frame, ids []int) int {
	longest := 4
	for _, id := range ids {
		longest = max(longest, Most(nameOf(&f.Players[id])))
	}
	return max(1, min(longest, p.width-markWidth-2-6, max(8, p.width-markWidth-26)))
}

// eighths are characters for a part of a column.
var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// bar returns a share of the board as a bar. The full width is the whole board.
func (p *panel) bar(row *viewer.Player, width int) line {
	if width <= 0 {
		return nil
	}
	n := min(max(0, int(row.Share*float64(8*width)+0.5)), 8*width)
	full := strings.Repeat("█", n/8) + eighths[n%8]
	fg := p.colour(ownerTint(viewer.OwnerOf(row.Look())))
	return line{{full, Style{Fg: fg}}, {text: strings.Repeat("·", width-Columns(full)),
		Style: Style{Faint: true}}}
}

// log returns the newest events, the last one at the bottom.
func (p *panel) log(events []viewer.Event, room int) []line {
	if len(events) > room {
		events = events[len(events)-room:]
	}
	lines := make([]line, 0, len(events))
	for _, e := range events {
		turn := fmt.Sprintf("%4d ", e.Turn)
		lines = append(lines,
			line{{text: turn, Style: Style{Faint: true}}, {text: Fit(Plain(e.Text), p.width-len(turn))}})
	}
	return lines
}

func nameOf(row *viewer.Player) string { return cmp.Or(strings.TrimSpace(Plain(row.Name)), "-") }

// scoreOf returns a player's score, or "" for the special player.
func scoreOf(row *viewer.Player) string {
	if row.Special {
		return "-"
	}
	return strconv.Itoa(row.Score)
}

// noteOf returns a player's note. A player that has left without a note is "gone".
func noteOf(row *viewer.Player) string {
	note := Plain(row.Note)
	if note == "" && !row.Connected {
		note = "gone"
	}
	return note
}

// draw builds the panel as a picture.
func (p *panel) draw(f *viewer.Frame, opt Options) *Picture {
	lines := p.build(f, opt)
	c := NewPicture(p.width, min(len(lines), p.height))
	for y, l := range lines {
		x := 0
		for _, piece := range l {
			x = c.Text(x, y, piece.text, piece.Style)
		}
	}
	return c
}
