// Package vectors holds games and maps as the original programs played and made them, for tests.
package vectors

import (
	"bufio"
	"compress/gzip"
	"embed"
	"encoding/json"
	"testing"
)

//go:embed *.jsonl.gz
var files embed.FS

// How many there are of each.
const (
	hexabombGames     = 40
	hexabombGames2018 = 30
	bombermanGames    = 16
	bombermanMaps     = 80
)

// HexabombGame is a game of hexabomb.
type HexabombGame struct {
	Name           string          `json:"name"`
	Map            json.RawMessage `json:"map"`
	Players        int             `json:"nb_players"`
	SpecialPlayers int             `json:"nb_special_players"`
	InitialState   json.RawMessage `json:"initial_state"`
	Turns          []HexabombTurn  `json:"turns"`
}

// HexabombTurn is a turn of a HexabombGame, with the state after it.
type HexabombTurn struct {
	PlayerActions []struct { // in the order in which they counted
		Player  int             `json:"player_id"`
		Actions json.RawMessage `json:"actions"`
	} `json:"player_actions"`
	Winner int             `json:"winner_player_id"`
	State  json.RawMessage `json:"game_state"`
}

// BombermanGame is a game of 2016-Bomberman.
type BombermanGame struct {
	Name    string           `json:"name"`
	Players int              `json:"players"`
	Seed    int32            `json:"seed"`
	Rounds  []BombermanRound `json:"rounds"` // the first is the start
}

// BombermanRound is a round of a BombermanGame, with what holds after it. Of the long texts most rounds have the hash
// only.
type BombermanRound struct {
	Commands      []int  `json:"commands"`
	Failed        []int  `json:"failed"` // by player: 1 where the command was refused
	Over          bool   `json:"over"`
	LeaderBoard   string `json:"leaderboard"` // keys
	KilledRound   []int  `json:"killed_round"`
	Map           string `json:"map"`
	StateSHA256   string `json:"state_sha256"`
	ConsoleSHA256 string `json:"console_sha256"`
	State         string `json:"state"`
	Console       string `json:"console"`
}

// BombermanMap is a map of 2016-Bomberman. Power-ups under walls are shown as 1, 2 and 3.
type BombermanMap struct {
	Players int      `json:"n"`
	Seed    int32    `json:"seed"`
	Bounty  int      `json:"bounty"`
	Rows    []string `json:"rows"`
}

// Hexabomb reads all games of hexabomb.
func Hexabomb(tb testing.TB) []HexabombGame {
	return read[HexabombGame](tb, "hexabomb-games.jsonl.gz", hexabombGames)
}

// Hexabomb2018 reads all games of hexabomb by the rules of 2018.
func Hexabomb2018(tb testing.TB) []HexabombGame {
	return read[HexabombGame](tb, "hexabomb-2018-games.jsonl.gz", hexabombGames2018)
}

// Bomberman reads all games of 2016-Bomberman.
func Bomberman(tb testing.TB) []BombermanGame {
	return read[BombermanGame](tb, "bomberman-games.jsonl.gz", bombermanGames)
}

// Maps reads all maps of 2016-Bomberman.
func Maps(tb testing.TB) []BombermanMap {
	return read[BombermanMap](tb, "bomberman-maps.jsonl.gz", bombermanMaps)
}

// read reads a file with so many lines of JSON.
func read[V any](tb testing.TB, file string, want int) (all []V) {
	tb.Helper()
	f, err := files.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var v V
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			tb.Fatalf("%s, line %d: %v", file, len(all)+1, err)
		}
		all = append(all, v)
	}
	if lines.Err() != nil || len(all) != want {
		tb.Fatalf("%s: %d lines, want %d; %v", file, len(all), want, lines.Err())
	}
	return all
}
