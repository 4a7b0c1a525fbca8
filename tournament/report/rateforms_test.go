package report

import (
	"bytes"
	"cmp"
	"slices"
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
		"PGN behind a comment":         {"; games; of the club, sorted\n" + gamesPGN, pgn},
		"PGN without Result":           {strings.Replace(gamesPGN, "[Result \"1-0\"]\n", "", 1), pgn},
		"PGN with a half":              {strings.ReplaceAll(gamesPGN, "1/2-1/2", "½-½"), pgn},
		"matches.csv in German":        {inLanguage(";", "WAHR", "FALSCH"), ann},
		"matches.csv in Polish":        {inLanguage(";", "PRAWDA", "FAŁSZ"), ann},
		"matches.csv in Turkish":       {inLanguage(";", "DOĞRU", "YANLIŞ"), ann},
		"matches.csv as Unicode text":  {inLanguage("\t", "TRUE", "FALSE"), ann},
		"matches.csv with its comma":   {"sep=;\n" + inLanguage(";", "VRAI", "FAUX"), ann},
		"matches.csv with empty rows":  {"\n" + strings.ReplaceAll(plainCSV, "m2,1,0,tiny,7,true,0", ",,,\nm2,1,0,tiny,7,true,0") + ",,,,,,,,,,,,,,\n", ann},
		"matches.csv sorted by name":   {sortedByName(plainCSV), ann},
		"names in two normal forms": {`{"players":["José","b"],"ranks":[1,2]}` + "\n" + `{"players":["Jose\u0301","b"],"ranks":[1,2]}`,
			`{"players":["José","b"],"ranks":[1,2]}` + "\n" + `{"players":["José","b"],"ranks":[1,2]}`},
	} {
		want := ratedText(t, c.as)
		for how, results := range texttest.OnWindows(c.results) {
			if got := ratedText(t, string(results)); got != want {
				t.Errorf("%s, %s:\n%swant\n%s", name, how, got, want)
			}
		}
		if got := ratedText(t, strings.ReplaceAll(c.results, "\n", "\r")); got != want {
			t.Errorf("%s, lines that end with CR:\n%swant\n%s", name, got, want)
		}
	}
}

// plainCSV is matchesCSV without a cell in quotes, as spreadsheets write it.
var plainCSV = strings.ReplaceAll(matchesCSV, "\"said \"\"x\"\",\nand more\"", "x")

// inLanguage is matches.csv as a spreadsheet saves it in the language of its user.
func inLanguage(comma, yes, no string) string {
	return strings.NewReplacer(",", comma, "true", yes, "false", no).Replace(plainCSV)
}

// sortedByName is a CSV of which a person sorted the rows by the names of players.
func sortedByName(table string) string {
	rows := strings.Split(strings.TrimSpace(table), "\n")
	slices.SortStableFunc(rows[1:], func(a, b string) int {
		return cmp.Compare(strings.Split(a, ",")[7], strings.Split(b, ",")[7])
	})
	return strings.Join(rows, "\n") + "\n"
}

func TestWrongResultsOfOthers(t *testing.T) {
	for _, c := range []struct{ results, want string }{
		{"rank,name,elo\n1,a,2\n", `results: line 1: there is no column "match", expected those of matches.csv of an event`},
		{strings.Replace(matchesCSV, "v1,2,9", "v1,x,9", 1), `results: line 4: rank is "x", expected a number`},
		{strings.Replace(matchesCSV, "true", "perhaps", 1), `results: line 5: void is "perhaps", expected true or false`},
		{strings.Replace(matchesCSV, "'=bob", "ann", 1), `results: line 2: players[1] is "ann", who is there twice`},
		{strings.Replace(gamesPGN, "1-0", "2-0", 1), `results: line 1: the game has the Result "2-0", expected 1-0, 0-1, 1/2-1/2 or *`},
		{strings.Replace(gamesPGN, `[Black "O'Brien"]`, "", 1), `results: line 1: the game does not say who plays Black, expected [Black "NAME"]`},
		{strings.Replace(gamesPGN, "Müller, Ann", "?", 1), `results: line 1: the game does not say who plays White`},
		{strings.Replace(gamesPGN, "Müller, Ann", "O'Brien", 1), `results: line 1: White and Black are both "O'Brien", expected two players`},
		{"[White \"a\"]\n[Black \"b\"]\n\n1. e4\n", `results: line 1: the game has no result, expected [Result "1-0"]`},
		{plainCSV + "m3,1,0,tiny,7,false,0,ann,v1,1,9,\n", `results: line 8: match "m3" has no other row`},
		{"\n" + plainCSV + "m3,1,0\n", `results: line 9: the row has 3 columns, expected 12`},
		{plainCSV + "m3,1,0,\"a\"b\n", `results: line 8: the quote at character `},
		{"[\n" + `{"players":["a","b"],"ranks":[1,2]},` + "\n]\n", `results: line 1: the JSON ends too early: expected each result on a line of its own`},
		{`{"players":["a","b"],"ranks":[1,2]},`, `results: line 1: there is more than one JSON value: expected each result on a line of its own`},
		{strings.ReplaceAll(match1, `"random"`, `"greedy"`), `results: line 1: players[1] is "greedy", who is there twice`},
		{seriesHead + strings.Replace(match1, `"match":1`, `"match":2`, 1), "results: line 2: seed is 16602164615064195437, expected"},
		{seriesHead, "results: there is no line"},
		{"words, and more words", `results: line 1: there is no column "match"`},
	} {
		if _, err := Rate(strings.NewReader(c.results)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want %s", c.results, err, c.want)
		}
	}
}
