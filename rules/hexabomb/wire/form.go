package wire

import "blastyard/rules/hexabomb"

// form is what the messages of a version of the rules have of their own.
type form struct {
	living, dead [hexabomb.MaxBombCount + 1]string // by bomb count: how a character's object in a state begins
	explosions   bool                              // states have this field
	keepsCounts  bool                              // cell counts in states need not be those of the cells

	// action converts an action that can be read by 1.1, or returns why it is invalid. nil: it is the same.
	action func(f *actionFields, a hexabomb.Action, b *hexabomb.Board) (hexabomb.Action, string)
}

// forms are in files of their own, but that of 1.1.
var forms = [hexabomb.NumVersions]form{
	hexabomb.V11: {
		living: [...]string{`,{"alive":true,"bomb_count":0`, `,{"alive":true,"bomb_count":1`,
			`,{"alive":true,"bomb_count":2`},
		dead: [...]string{`,{"alive":false,"bomb_count":0`, `,{"alive":false,"bomb_count":1`,
			`,{"alive":false,"bomb_count":2`},
		explosions: true,
	},
	hexabomb.V2018: form2018,
}

func formOf(b *hexabomb.Board) *form { return &forms[b.Version()] }
