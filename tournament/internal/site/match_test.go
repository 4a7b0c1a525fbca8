package site_test

import (
	"encoding/json"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/internal/site"
	"blastyard/tournament/internal/web"
)

// TestOutputIsForItsTeam: pages and the API know nothing of the stored output of bots, which only their teams may read.
func TestOutputIsForItsTeam(t *testing.T) {
	const hash = "5ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2e75ec2"
	m := &tournament.Match{Result: tournament.Result{ID: tournament.ID{Block: 3}, Entrants: []int{0, 1}, Ranks: []int{1, 2},
		Scores: []int{2, 1}, Logs: []string{hash, hash}}, Names: []string{"a", "b"}}
	public := site.Public(*m)
	text, err := json.Marshal(web.MatchAnswers([]tournament.Match{public}))
	if err != nil {
		t.Fatal(err)
	}
	if public.Logs != nil || strings.Contains(string(text), hash) {
		t.Errorf("it is public where the output is: %s", text)
	}
	if public.ID != m.ID || len(m.Logs) != 2 {
		t.Errorf("the match is %+v, of %+v", public, m)
	}
}
