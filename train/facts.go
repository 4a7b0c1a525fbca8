package train

// Facts are the part of the first answer besides the layout.
type Facts struct {
	Game       string            `json:"game"`
	Map        string            `json:"map,omitempty"` // name of the map
	Players    int               `json:"players"`
	Special    bool              `json:"special"`     // player 0 is the special player of sudden death
	Seats      []int             `json:"seats"`       // players of the program, in ascending order
	Opponents  map[string]string `json:"opponents"`   // bots of the other players, by player id
	Characters int               `json:"characters"`  // of a player
	Turns      int               `json:"turns"`       // turns after which a match ends at the latest
	FirstTurn  int               `json:"first_turn"`  // turns that are played before the first observation
	ScoreScale float64           `json:"score_scale"` // what reward "score" divides differences of scores by

	Actions     int      `json:"actions"`
	ActionNames []string `json:"action_names"`
	LegalMasks  []uint32 `json:"legal_masks"` // by value of the array legal: bit a is set if action a is allowed

	PlaneNames   []string `json:"plane_names,omitempty"`   // the channels of observation "planes"
	FeatureNames []string `json:"feature_names,omitempty"` // those of "cells"
	ScalarNames  []string `json:"scalar_names"`
	Height       int      `json:"height"` // of planes
	Width        int      `json:"width"`
	Cells        int      `json:"cells"`       // of the board
	Neighbours   [][]int  `json:"neighbours"`  // by cell: the cell in each direction, or -1
	Coordinates  [][2]int `json:"coordinates"` // by cell: q and r in hexabomb, x and y in Bomberman

	Replays int `json:"replays,omitempty"` // mode "dataset": how many there are

	RulesVersion   int    `json:"rules_version"`
	ProgramVersion string `json:"program_version"`
}
