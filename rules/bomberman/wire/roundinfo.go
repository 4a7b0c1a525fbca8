package wire

import (
	"bytes"
	"encoding/json"

	"blastyard/rules/bomberman"
)

// PlayerInfo is a player's entry in roundInfo.json.
type PlayerInfo struct {
	Author    string
	NickName  string
	Email     string
	PlayerKey string
	BotType   string
}

// HumanBotType is the type of a player that is no bot, in the original's spelling.
const HumanBotType = "Unkown" //nolint:misspell // the original's

// HumanInfo returns the entry of a human player, who has only a name.
func HumanInfo(name string, player int) PlayerInfo {
	return PlayerInfo{Author: name, NickName: name, Email: name, PlayerKey: string(bomberman.Key(player)),
		BotType: HumanBotType}
}

// AppendRoundInfo appends roundInfo.json of a state: the map's seed, the next round, the leader, the leader board,
// and the players by key.
func AppendRoundInfo(dst []byte, s *bomberman.State, players []PlayerInfo) []byte {
	info := struct {
		MapSeed     int32
		Round       int
		Winner      PlayerInfo
		LeaderBoard []PlayerInfo
		Players     []PlayerInfo
	}{MapSeed: s.Map().Seed, Round: s.Round(), Players: players}
	for _, k := range s.LeaderBoard() {
		info.LeaderBoard = append(info.LeaderBoard, players[k])
	}
	info.Winner = info.LeaderBoard[0]
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	_ = e.Encode(info) // strings and numbers can always be encoded
	return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
}
