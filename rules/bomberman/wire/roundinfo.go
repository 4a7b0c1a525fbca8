package wire

import (
	"bytes"
	"encoding/json"

	"blastyard/rules/bomberman"
)

// PlayerInfo is what roundInfo.json says of a player.
type PlayerInfo struct {
	Author    string
	NickName  string
	Email     string
	PlayerKey string
	BotType   string
}

// HumanBotType is the type of a player that is no bot, spelt as ever.
const HumanBotType = "Unkown" //nolint:misspell // the original's

// HumanInfo is what is said of a human player: the name stands for all.
func HumanInfo(name string, player int) PlayerInfo {
	return PlayerInfo{Author: name, NickName: name, Email: name, PlayerKey: string(bomberman.Key(player)),
		BotType: HumanBotType}
}

// AppendRoundInfo appends roundInfo.json of a state: the map's seed, the round to come, who leads, the leader board,
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
	_ = e.Encode(info) // strings and numbers always can be
	return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
}
