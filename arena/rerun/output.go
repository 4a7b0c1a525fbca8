package rerun

import (
	"strings"

	"blastyard/internal/plain"
)

// logPrefix begins the lines that we write into the log.txt of a bot of 2016-Bomberman.
const logPrefix = "[blastyard] "

// compareOutput compares the lines that the bot prints with the recorded ones, and returns those without a
// counterpart, by turn. A line may be one turn earlier or later, because it depends on chance whether it is read
// before the next turn begins.
func (r *Report) compareOutput() (prints, printed map[int][]string) {
	type line struct {
		turn int
		text string
		met  bool
	}
	var then []line
	for turn := max(1, r.From-1); turn <= min(r.To+1, len(r.recorded)); turn++ {
		for _, l := range r.recorded[turn-1].Output {
			if l.Player == r.player && !strings.HasPrefix(l.Text, logPrefix) {
				then = append(then, line{turn: turn, text: plain.Text(l.Text)})
			}
		}
	}
	prints, printed = map[int][]string{}, map[int][]string{}
	first := 0
	for turn := r.From - 1; turn <= r.To+1; turn++ {
		p := r.turns[turn]
		if p == nil {
			continue
		}
		for first < len(then) && then[first].turn < turn-1 {
			first++
		}
		for _, text := range p.output {
			i := first
			for i < len(then) && then[i].turn <= turn+1 && (then[i].met || then[i].text != text) {
				i++
			}
			if i < len(then) && then[i].turn <= turn+1 {
				then[i].met = true
			} else {
				prints[turn] = append(prints[turn], text)
			}
		}
	}
	for _, l := range then {
		if r.turns[l.turn] != nil && !l.met { // a turn that the bot received
			printed[l.turn] = append(printed[l.turn], l.text)
		}
	}
	return prints, printed
}
