package viewer

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/internal/english"
)

// AddEvents appends to f's log what happened since prev, the frame of the previous turn: deaths and revivals, chains
// of bombs, items taken, players that left or got a note, and a new leader. It also sets the caption. It does nothing
// if the frames are not of the same match.
func (f *Frame) AddEvents(prev *Frame) {
	if len(prev.Cells) != len(f.Cells) || len(prev.Players) != len(f.Players) || len(prev.Tokens) != len(f.Tokens) {
		return
	}
	f.addChain(prev)
	f.addTokens(prev)
	f.addItems(prev)
	f.addPlayers(prev)
	f.addLead(prev)
	f.Caption = f.captionSince(prev)
}

func (f *Frame) event(kind Kind, player int, format string, args ...any) {
	f.Events = append(f.Events, Event{Turn: f.Turn, Kind: kind, Player: player, Text: fmt.Sprintf(format, args...)})
}

// addChain adds an event for bombs that set each other off, but not for a single bomb.
func (f *Frame) addChain(prev *Frame) {
	covered := f.blasts()
	bombs := 0
	for _, b := range prev.Bombs {
		if _, ok := covered[b.Cell]; ok {
			bombs++
		}
	}
	if bombs > 1 {
		f.event(ChainEvent, -1, "%s blew up %s", english.Count(bombs, "bomb"),
			english.Count(len(covered), "cell"))
	}
}

func (f *Frame) blasts() map[int]Owner {
	covered := make(map[int]Owner, len(f.Explosions))
	for _, e := range f.Explosions {
		covered[e.Cell] = e.Owner
	}
	return covered
}

// addTokens adds events for deaths, with the cause, and for revivals. Characters with the same fate share a line.
func (f *Frame) addTokens(prev *Frame) {
	covered := f.blasts()
	var fates []Event      // without their text
	var sentences []string // by fate: a sentence with %s for the characters
	var who [][]string     // by fate: the characters
	tell := func(t *Token, fate string) {
		kind := DeathEvent
		if t.Alive {
			kind = RevivalEvent
		}
		i := slices.Index(sentences, fate)
		if i < 0 {
			i = len(sentences)
			sentences, who = append(sentences, fate), append(who, nil)
			fates = append(fates, Event{Kind: kind, Player: t.Player})
		}
		if fates[i].Player != t.Player {
			fates[i].Player = -1
		}
		who[i] = append(who[i], f.Label(t))
	}
	for i := range f.Tokens {
		was, is := &prev.Tokens[i], &f.Tokens[i]
		if is.Alive == was.Alive {
			continue
		}
		owner, hit := covered[is.Cell]
		switch {
		case is.Alive:
			tell(is, "alive again: %s")
		case !hit:
			tell(is, "%s "+f.fate(0))
		case owner == Neutral && !f.painted():
			tell(is, "%s died in a blast")
		case owner == Neutral:
			tell(is, "%s died where blasts meet")
		case owner.Player() == is.Player:
			tell(is, f.Mark(is.Player)+" killed its own %s")
		default:
			tell(is, f.Mark(owner.Player())+" killed %s")
		}
	}
	for i, e := range fates {
		f.event(e.Kind, e.Player, sentences[i], english.And(who[i]))
	}
}

// addItems adds events for items that are gone and whose cells somebody stands on now.
func (f *Frame) addItems(prev *Frame) {
	for i := range f.Tokens {
		t := &f.Tokens[i]
		if t.Cell == OffBoard || f.Cells[t.Cell].Item != NoItem {
			continue
		}
		if item := prev.Cells[t.Cell].Item; item != NoItem {
			f.event(ItemEvent, t.Player, "%s picked up %s", f.Label(t), f.item(item).Name)
		}
	}
}

func (f *Frame) addPlayers(prev *Frame) {
	for i := range f.Players {
		was, is := &prev.Players[i], &f.Players[i]
		switch {
		case was.Connected && !is.Connected && is.Note == "":
			f.event(PlayerEvent, is.ID, "%s is gone", f.Mark(is.ID))
		case is.Connected && is.Note != was.Note && strings.HasPrefix(is.Note, "late"):
			f.event(PlayerEvent, is.ID, "%s was %s", f.Mark(is.ID), is.Note)
		case was.Connected && !is.Connected, is.Note != was.Note && is.Note != "":
			f.event(PlayerEvent, is.ID, "%s %s", f.Mark(is.ID), is.Note)
		case was.Living > 0 && is.Living == 0 && is.Characters > 1:
			f.event(PlayerEvent, is.ID, "%s has no living character left", f.Mark(is.ID))
		}
	}
}

func (f *Frame) addLead(prev *Frame) {
	if leader := f.Leader(); leader >= 0 && leader != prev.Leader() {
		f.event(LeadEvent, leader, "%s leads", f.Mark(leader))
	}
}

// Leader returns the player with the strictly highest score, or -1. It ignores special players and those that have
// failed.
func (f *Frame) Leader() int {
	leader, best := -1, -1
	for i := range f.Players {
		p := &f.Players[i]
		if p.Special || p.Failed {
			continue
		}
		switch {
		case p.Score > best:
			leader, best = i, p.Score
		case p.Score == best:
			leader = -1
		}
	}
	return leader
}
