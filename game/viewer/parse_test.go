package viewer

import "testing"

func TestParseRefusesWhatFitsNoBoard(t *testing.T) {
	if _, err := ParseHeader([]byte(`{"shape":"ball"}`)); err == nil {
		t.Error("an unknown shape is read")
	}
	h, err := ParseHeader([]byte(`{"shape":"hexagon","cells":[[0,0],[1,0]],"players":[{"name":"a","special":true}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`[`, `{"tokens":[[0,0,2,1,0,0]]}`, `{"bombs":[[-1,1,1,1]]}`, `{"explosions":[[2,0]]}`} {
		if _, err := h.ParseFrame([]byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	f, err := h.ParseFrame([]byte(`{"turn":3,"owners":[0,1],"tokens":[[4,0,-1,0,2,0]],"players":[{"score":5}]}`))
	if err != nil || f.Cells[1].Owner != 1 || !f.Tokens[0].Special || f.Players[0].Score != 5 || f.Players[0].Name != "a" {
		t.Errorf("%+v, %v", f, err)
	}
}
