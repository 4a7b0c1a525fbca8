package games

import "blastyard/game/viewer"

// hexabombLegend says what the pictures of hexabomb mean. The keys of the six moves lie around the s of a keyboard as
// the cells lie around a character.
var hexabombLegend = viewer.Legend{
	Columns: []viewer.Column{
		{Title: "Score", Hint: "cells owned, summed over the turns", Text: "{score}"},
		{Title: "Cells", Hint: "cells owned now", Text: "{cells}", Phrase: "{cells#cell}", Extra: true},
		{Title: "Alive", Hint: "characters alive, of all", Text: "{living}/{characters}",
			Phrase: "{living}/{characters} alive"},
		{Title: "Bombs", Hint: "ready to be dropped", Text: "{bombs}", Phrase: "{bombs#bomb}", Short: "●{bombs}"},
	},
	Keys: []viewer.Key{
		{Key: "w", Also: []string{"home", "up"}, Do: "z+", Name: "Up left", Sign: "↖", Verb: "go up left", Move: true},
		{Key: "e", Also: []string{"pgup"}, Do: "y+", Name: "Up right", Sign: "↗", Verb: "go up right", Move: true},
		{Key: "a", Also: []string{"left"}, Do: "x-", Name: "Left", Sign: "←", Verb: "go left", Move: true},
		{Key: "d", Also: []string{"right"}, Do: "x+", Name: "Right", Sign: "→", Verb: "go right", Move: true},
		{Key: "z", Also: []string{"end"}, Do: "y-", Name: "Down left", Sign: "↙", Verb: "go down left", Move: true},
		{Key: "x", Also: []string{"pgdown", "down"}, Do: "z-", Name: "Down right", Sign: "↘", Verb: "go down right",
			Move: true},
		{Key: "b", Do: viewer.DoBomb, Name: "Bomb", Verb: "put down a bomb"},
		{Key: "r", Do: doRevive, Name: "Revive", Verb: "revive"},
	},
	Bombs: true, Painted: true,
}

// doRevive is the name of a revival in choices.
const doRevive = "revive"
