package games

import (
	"testing"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/rules/hexabomb"
)

func TestByVersion(t *testing.T) {
	h, b := Hexabomb(), Bomberman()
	for _, c := range []struct {
		kind       *game.Kind
		name, full string
		rules      int
		wrong      string
	}{
		{h, "", "hexabomb", hexabomb.V11.Number(), ""},
		{h, "1.1", "hexabomb", hexabomb.V11.Number(), ""},
		{h, "2018", "hexabomb of 2018", 2018, ""},
		{h, "1.0", "", 0, `unknown rules "1.0", expected 1.1 or 2018`},
		{b, "", "bomberman", b.Rules, ""},
		{b, "2018", "", 0, `rules are "2018", expected none: bomberman has one version`},
	} {
		k, err := c.kind.ByVersion(c.name)
		switch {
		case c.wrong != "":
			if err == nil || err.Error() != c.wrong {
				t.Errorf("%q: %v, expected %s", c.name, err, c.wrong)
			}
		case err != nil || k.FullName() != c.full || k.Rules != c.rules:
			t.Errorf("%q: %+v, %v", c.name, k, err)
		case c.kind.ByRules(k.Rules) != k || c.kind.ByRules(99) != c.kind:
			t.Errorf("%q: the number %d is that of another version", c.name, k.Rules)
		}
	}
}

// TestChoices2018: a person chooses the cell of a revival among the free ones only. Bombs are not counted.
func TestChoices2018(t *testing.T) {
	k, err := Hexabomb().ByVersion("2018")
	if err != nil {
		t.Fatal(err)
	}
	m, err := k.OpenMap("")
	if err != nil {
		t.Fatal(err)
	}
	g, err := k.New(game.Setup{Map: m, Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	seats := make([]viewer.Seat, 2)
	g.Choose(0, []viewer.Wish{{Do: viewer.DoBomb, Range: 2, Delay: 2}})
	for range 6 {
		g.Play([]int{0, 1}, true)
	}
	c := g.Choices(0, seats)
	revival := c.Find(0, "revive")
	if revival == nil || revival.Refused != "" || len(revival.Places) != 36 || len(c.Pieces[0].Choices) != hexabomb.NumDirections+2 {
		t.Fatalf("%+v", c)
	}
	taken := int(g.State().(*hexabomb.State).Character(1).Cell)
	if err := c.Check([]viewer.Wish{{Do: "revive", Cell: taken}}); err == nil {
		t.Error("a revival on a cell that is taken is no wrong wish")
	}
	wishes := []viewer.Wish{{Do: "revive", Cell: revival.Places[20]}}
	if err := c.Check(wishes); err != nil {
		t.Error(err)
	}
	g.Choose(0, wishes)
	text := g.AppendActions(nil, 0)
	again := g.Clone()
	again.Ask(0, text)
	for _, g := range []game.Match{g, again} {
		g.Play([]int{0}, true)
		if c := g.State().(*hexabomb.State).Character(0); !c.Alive || int(c.Cell) != revival.Places[20] {
			t.Errorf("%s: %+v, %v", text, c, g.AppendRefused(nil))
		}
	}
	var f, sent viewer.Frame
	g.Picture(&f, 10, seats)
	if err := k.Draw(&sent, g.AppendState(nil), g.Turn(), 10, 0, seats); err != nil {
		t.Fatal(err)
	}
	for _, f := range []*viewer.Frame{&f, &sent} {
		if f.Players[0].Bombs != viewer.NoBombCount || f.Tokens[1].Bombs != viewer.NoBombCount {
			t.Errorf("bombs %d and %d are counted", f.Players[0].Bombs, f.Tokens[1].Bombs)
		}
	}
}

// TestState2018: a match of which only states are known is played by the rules that they show.
func TestState2018(t *testing.T) {
	k, err := Hexabomb().ByVersion("2018")
	if err != nil {
		t.Fatal(err)
	}
	m, err := k.OpenMap("")
	if err != nil {
		t.Fatal(err)
	}
	g, err := k.New(game.Setup{Map: m, Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	of, err := Hexabomb().New(game.Setup{State: g.AppendState(nil), Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []game.Match{g, of} {
		g.Ask(0, []byte(`[{"id":0,"movement":"bomb","bomb_range":9,"bomb_delay":2},{"id":0,"movement":"move","direction":"y+"}]`))
		g.Play([]int{0, 1}, true)
	}
	for turn := range 5 { // with an explosion
		if same, err := of.(game.StateComparer).SameState(g.AppendState(nil)); !same || err != nil {
			t.Errorf("%s\nis not\n%s\n%v", of.AppendState(nil), g.AppendState(nil), err)
		}
		for _, g := range []game.Match{g, of} {
			if turn == 0 {
				g.Choose(0, []viewer.Wish{{Do: viewer.DoBomb, Range: 2, Delay: 2}})
			}
			g.Play([]int{0, 1}, true)
		}
	}
}
