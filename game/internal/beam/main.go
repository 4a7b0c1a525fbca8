package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// message is a line of the arena.
type message struct {
	Type            string
	Player, Players int
	SpecialPlayers  int `json:"special_players"`
	Turn            int
	State           json.RawMessage
}

func main() {
	if err := play(json.NewDecoder(os.Stdin), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// play answers each turn of a match.
func play(in *json.Decoder, out io.Writer) error {
	var me int
	var board *hexabomb.Board
	for {
		var m message
		if err := in.Decode(&m); err != nil {
			return err
		}
		var err error
		switch m.Type {
		case "start":
			me = m.Player
			board, err = wire.DecodeBoard(m.State, m.Players-m.SpecialPlayers, m.SpecialPlayers)
		case "turn":
			var s *hexabomb.State
			if s, err = wire.DecodeState(board, m.Turn+1, m.State); err == nil {
				chance := rand.New(rand.NewPCG(uint64(m.Turn), 1))
				_, err = fmt.Fprintf(out, "%s\n", wire.AppendBoardActionsJSON(nil, board, Beam(s, me, chance)))
			}
		case "end":
			return nil
		}
		if err != nil {
			return err
		}
	}
}
