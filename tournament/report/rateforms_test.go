package report

import (
	"bytes"
	"strings"
	"testing"

	"blastyard/internal/text/texttest"
)

// ratedText is what the command prints for results.
func ratedText(t *testing.T, results string) string {
	t.Helper()
	s, err := Rate(strings.NewReader(results))
	if err != nil {
		t.Errorf("%v\n%.300s", err, results)
		return ""
	}
	var out bytes.Buffer
	WriteRated(&out, s)
	return out.String()
}

const (
	seriesHead = `{"blastyard_results":1,"software":"blastyard","started":"2026-11-26T15:10:33Z","game":"hexabomb","rules":2,"map":"tiny","seed":1,"order":"seeded","failed":"last","turns":20,"games":3,"bots":[{"bot":"builtin:greedy","name":"greedy"},{"bot":"builtin:random","name":"random"}],"repeat":""}` + "\n"
	match2     = `{"match":2,"seed":3370402888568143799,"turns":20,"winner_player_id":0,"state":"fe7f34ae5f462436-44b9-3e6f-0000-0000-f681","bots":[{"name":"greedy","player_id":1,"score":213,"reason":"finished","late_turns":0,"refused_actions":0},{"name":"random","player_id":0,"score":251,"reason":"finished","late_turns":0,"refused_actions":0}]}`
	match1     = `{"match":1,"seed":16602164615064195437,"turns":20,"winner_player_id":0,"state":"aa1bd60170c124f9-ff1b-92f3-0000-0000-610f","bots":[{"name":"greedy","player_id":0,"score":291,"reason":"finished","late_turns":0,"refused_actions":0},{"name":"random","player_id":1,"score":200,"reason":"finished","late_turns":0,"refused_actions":0}]}`
	match3     = `{"match":3,"seed":5664140123030094608,"turns":9,"winner_player_id":-1,"state":"644cf2709246b7f4-f39d-c0e5-0000-0000-cb91","bots":[{"name":"greedy","player_id":0,"score":272,"reason":"crashed","failed":true,"left_turn":3,"late_turns":0,"refused_actions":0},{"name":"random","player_id":1,"score":198,"reason":"finished","late_turns":0,"refused_actions":0}]}`
	seriesJSON = `{"game":"hexabomb","map":"tiny","seed":1,"order":"seeded","turns":20,"games":3,"planned":3,"complete":true,"bots":[],"matches":[` + match1 + "," + match2 + "," + match3 + "]}\n"
	matchesCSV = `match,try,round,map,seed,void,player,entrant,version,rank,score,words
m1,1,0,tiny,7,false,0,ann,v1,1,10,"said ""x"",
and more"
m1,1,0,tiny,7,false,1,'=bob,v1,2,9,
m2,1,0,tiny,7,true,0,ann,v1,2,9,
m2,1,0,tiny,7,true,1,'=bob,v1,1,10,
m2,2,0,tiny,7,false,0,ann,v1,1,9,
m2,2,0,tiny,7,false,1,'=bob,v1,1,9,
`
	gamesPGN = `[Event "Club \"Rook\""]
[Site "?"]
[White "Müller, Ann"]
[Black "O'Brien"]
[Result "1-0"]

1. e4 {[%clk 0:01]
[%csl Gd4] fine} e5 2. Nf3 1-0

[Event "Club"]
[White "O'Brien"]
[Black "Müller, Ann"]
[Result "1/2-1/2"]
[Event "Club"]
[White "O'Brien"]
[Black "Müller, Ann"]
[Result "*"]

*
`
)

// TestResultsOfOthers: results that this program writes elsewhere, and PGN, are rated like lines of JSON.
func TestResultsOfOthers(t *testing.T) {
	greedy := `{"players":["greedy","random"],"ranks":[1,2]}` + "\n" + `{"players":["greedy","random"],"ranks":[2,1]}` + "\n"
	three := greedy + `{"players":["greedy","random"],"ranks":[2,1]}` + "\n" // who failed stands last
	ann := `{"players":["ann","=bob"],"ranks":[1,2],"block":1}` + "\n" + `{"players":["ann","=bob"],"ranks":[1,1],"block":1}` + "\n"
	pgn := `{"players":["Müller, Ann","O'Brien"],"ranks":[1,2]}` + "\n" + `{"players":["O'Brien","Müller, Ann"],"ranks":[1,1]}` + "\n"
	for name, c := range map[string]struct{ results, as string }{
		"a file of results":            {seriesHead + match1 + "\n" + match2 + "\n" + match3 + "\n", three},
		"two files":                    {seriesHead + match1 + "\n" + seriesHead + match2 + "\n", greedy},
		"without the first line":       {match1 + "\n" + match2 + "\n", greedy},
		"a series as JSON":             {seriesJSON, three},
		"matches.csv":                  {matchesCSV, ann},
		"matches.csv of a spreadsheet": {strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(matchesCSV, `said ""x"",`, "x"), ",", ";"), "false", "FALSE"), ann},
		"PGN":                          {gamesPGN, pgn},
	} {
		want := ratedText(t, c.as)
		for how, results := range texttest.OnWindows(c.results) {
			if got := ratedText(t, string(results)); got != want {
				t.Errorf("%s, %s:\n%swant\n%s", name, how, got, want)
			}
		}
	}
}

func TestWrongResultsOfOthers(t *testing.T) {
	for _, c := range []struct{ results, want string }{
		{"rank,name,elo\n1,a,2\n", `results: line 1: there is no column "match", expected those of matches.csv of an event`},
		{strings.Replace(matchesCSV, "v1,2,9", "v1,x,9", 1), `results: line 4: rank is "x", expected a number`},
		{strings.Replace(matchesCSV, "true", "perhaps", 1), `results: line 5: void is "perhaps", expected true or false`},
		{strings.Replace(matchesCSV, "'=bob", "ann", 1), `results: line 2: players[1] is "ann", who is there twice`},
		{strings.Replace(gamesPGN, "1-0", "2-0", 1), `results: line 1: the game has the Result "2-0", expected 1-0, 0-1, 1/2-1/2 or *`},
		{strings.Replace(gamesPGN, `[Black "O'Brien"]`, "", 1), `results: line 1: players[1] is "", expected a name`},
		{seriesHead + strings.Replace(match1, `"match":1`, `"match":2`, 1), "results: line 2: seed is 16602164615064195437, expected"},
		{seriesHead, "results: there is no line"},
		{"words, and more words", `results: line 1: there is no column "match"`},
	} {
		if _, err := Rate(strings.NewReader(c.results)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want %s", c.results, err, c.want)
		}
	}
}
