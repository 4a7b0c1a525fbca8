package games

import "blastyard/game/viewer"

// bombermanLegend says what the pictures of 2016-Bomberman mean.
var bombermanLegend = viewer.Legend{
	Columns: []viewer.Column{
		{Title: "Score", Hint: "points", Text: "{score}"},
		{Title: "Alive", Hint: "alive or not", Text: "{living?yes|no}", Phrase: "{living?|dead}",
			Short: "{living}/{characters}"},
		{Title: "Bombs", Hint: "ready, of those in the bag", Text: "{bombs}/{bag}", Phrase: "{bombs} of {bag#bomb}",
			Short: "●{bombs}/{bag}"},
		{Title: "Radius", Hint: "of the next bomb, in cells", Text: "{radius^99}", Phrase: "radius {radius^99}"},
		{Title: "Cells", Hint: "cells where the player has been", Text: "{cells}", Phrase: "{cells#cell}", Extra: true},
	},
	Figures: []string{"bag", "radius"},
	Items: []viewer.ItemSign{ // in the order of the rules' power-ups
		{Name: "one more bomb", Hint: "power-up: one more bomb", Icon: "bag", Sign: "&"},
		{Name: "a larger blast radius", Hint: "power-up: twice the range", Icon: "burst", Sign: "!"},
		{Name: "the super power-up", Hint: "super power-up: one more bomb, twice the range and points", Icon: "star",
			Sign: "$", Points: true},
	},
	Keys: []viewer.Key{
		{Key: "w", Also: []string{"up"}, Do: "up", Name: "Up", Sign: "↑", Verb: "go up", Move: true},
		{Key: "a", Also: []string{"left"}, Do: "left", Name: "Left", Sign: "←", Verb: "go left", Move: true},
		{Key: "s", Also: []string{"down"}, Do: "down", Name: "Down", Sign: "↓", Verb: "go down", Move: true},
		{Key: "d", Also: []string{"right"}, Do: "right", Name: "Right", Sign: "→", Verb: "go right", Move: true},
		{Key: "z", Do: viewer.DoBomb, Name: "Bomb", Verb: "put down a bomb"},
		{Key: "x", Do: doTrigger, Name: "Trigger", Verb: "trigger a bomb"},
	},
	AtOnce: true, Quiet: true, Bombs: true, Stopped: true,
}

// doTrigger is the name of the command that triggers a bomb in choices.
const doTrigger = "trigger"

// bombermanFigures returns the numbers of Legend.Figures.
func bombermanFigures(bag, radius int) (figures [4]int) {
	figures[0], figures[1] = bag, radius
	return figures
}
