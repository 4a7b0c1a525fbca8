package wire

import (
	"testing"

	"blastyard/rules/bomberman"
)

func TestRoundInfo(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	players := []PlayerInfo{{"An <A>", "nick", "a@b.example", "A", "Python3"}, HumanInfo("Player 2", 1)}
	a := `{"Author":"An <A>","NickName":"nick","Email":"a@b.example","PlayerKey":"A","BotType":"Python3"}`
	b := `{"Author":"Player 2","NickName":"Player 2","Email":"Player 2","PlayerKey":"B","BotType":"` + HumanBotType + `"}`
	want := `{"MapSeed":7,"Round":0,"Winner":` + a + `,"LeaderBoard":[` + a + `,` + b + `],"Players":[` + a + `,` + b + `]}`
	if got := string(AppendRoundInfo(nil, s, players)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for range 12 { // A stays on its bomb
		s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.Nothing}, nil)
	}
	want = `{"MapSeed":7,"Round":12,"Winner":` + b + `,"LeaderBoard":[` + b + `,` + a + `],"Players":[` + a + `,` + b + `]}`
	if got := string(AppendRoundInfo(nil, s, players)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
