package human_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
	"blastyard/game/viewer"
	"blastyard/show/human"
)

// board is a page that records for whom the match waits.
type board struct {
	waited, absent [][]int
}

func (*board) ID() string { return "7-abc" }

func (b *board) Await(players, absent []int) {
	b.waited, b.absent = append(b.waited, slices.Clone(players)), append(b.absent, slices.Clone(absent))
}

// seated returns two people at their seats: ann is player 1, bob is player 0. A bot has the seat between them.
func seated(t *testing.T) (p *human.Persons, ann, bob *human.Person) {
	t.Helper()
	c := arena.Config{Seats: []arena.Seat{{Bot: "human:ann"}, {Bot: "builtin:idle"}, {Bot: "human:bob"}}}
	p, err := human.New(c, false)
	if err != nil {
		t.Fatal(err)
	}
	p.Sit(&c)
	if c.Seats[1].Player != nil {
		t.Fatalf("seats %v", c.Seats)
	}
	ann, bob = c.Seats[0].Player.(*human.Person), c.Seats[2].Player.(*human.Person)
	ann.Sit(1)
	bob.Sit(0)
	return p, ann, bob
}

// choices returns the choices of a turn: a step, and a bomb that is refused.
func choices(turn int) viewer.Choices {
	return viewer.Choices{Turn: turn, Pieces: []viewer.Piece{{Token: 3, Choices: []viewer.Choice{
		{Do: "up"}, {Do: viewer.DoBomb, Refused: "the bag is empty"}}}}}
}

// asks asks a person on another goroutine, and returns when the person is being asked. The channel receives the
// answer.
func asks(ctx context.Context, h *human.Person, turn int) <-chan []viewer.Wish {
	answer := make(chan []viewer.Wish, 1)
	go func() { answer <- h.Choose(ctx, choices(turn)) }()
	synctest.Wait()
	return answer
}

// TestAnswerOnce: a turn is answered once, with possible choices, and only while the match waits for it.
func TestAnswerOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, ann, _ := seated(t)
		if v := ann.Look(); v.Choices != nil || v.Name != "ann" || v.Player != 1 || v.Limit != 0 || v.GaveUp ||
			v.Match != "" {
			t.Errorf("before the match: %+v", v)
		}
		if err := ann.Play(0, nil); !errors.Is(err, viewer.ErrLate) {
			t.Errorf("an answer before the match: %v", err)
		}
		answer := asks(t.Context(), ann, 5)
		if v := ann.Look(); v.Choices == nil || v.Choices.Turn != 5 {
			t.Errorf("when asked: %+v", v)
		}
		for _, turn := range []int{4, 6} {
			if err := ann.Play(turn, nil); !errors.Is(err, viewer.ErrLate) {
				t.Errorf("turn %d: %v", turn, err)
			}
		}
		if err := ann.Play(5, []viewer.Wish{{Token: 3, Do: viewer.DoBomb}}); err == nil ||
			!strings.Contains(err.Error(), "the bag is empty") {
			t.Errorf("what is refused: %v", err)
		}
		up := []viewer.Wish{{Token: 3, Do: "up"}}
		if err := ann.Play(5, up); err != nil {
			t.Error(err)
		}
		if err := ann.Play(5, up); !errors.Is(err, viewer.ErrLate) {
			t.Errorf("a second answer: %v", err)
		}
		if got := <-answer; !slices.Equal(got, up) {
			t.Errorf("the match got %v", got)
		}
		if v := ann.Look(); v.Choices != nil {
			t.Errorf("afterwards: %+v", v)
		}
	})
}

// TestPageIsToldForWhomTheMatchWaits: the page is updated until the last person has answered or the match has ended.
func TestPageIsToldForWhomTheMatchWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ann, bob := seated(t)
		page := &board{}
		p.ShownAt(page)
		ctx, cancel := context.WithCancel(t.Context())
		ofAnn := asks(ctx, ann, 1)
		ofBob := asks(ctx, bob, 1)
		if v := ann.Look(); v.Match != "7-abc" {
			t.Errorf("the match is %q", v.Match)
		}
		if err := ann.Play(1, nil); err != nil {
			t.Error(err)
		}
		<-ofAnn
		synctest.Wait()
		cancel()
		if got := <-ofBob; got != nil {
			t.Errorf("bob asks for %v", got)
		}
		synctest.Wait()
		if got, want := fmt.Sprint(page.waited), "[[] [1] [0 1] [0] []]"; got != want {
			t.Errorf("the page was told %s, want %s", got, want)
		}
		if v := bob.Look(); v.Choices != nil {
			t.Errorf("bob is still asked: %+v", v)
		}
	})
}

// TestGiveUp: a person that gives up ends its turn and is not asked any more.
func TestGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, ann, bob := seated(t)
		answer := asks(t.Context(), ann, 1)
		if ann.Left() != nil || ann.Look().GaveUp {
			t.Error("ann has given up before she did")
		}
		ann.GiveUp()
		if got := <-answer; got != nil || ann.Left() != arena.GaveUp || !ann.Look().GaveUp || bob.Left() != nil {
			t.Errorf("ann asks for %v, left %v; bob left %v", got, ann.Left(), bob.Left())
		}
		if got := <-asks(t.Context(), ann, 2); got != nil {
			t.Errorf("asked again: %v", got)
		}
		bob.GiveUp() // while he is not being asked
		if got := <-asks(t.Context(), bob, 2); got != nil || bob.Left() != arena.GaveUp {
			t.Errorf("asked: %v", got)
		}
	})
}

// TestNothingToChoose: a person without choices is not asked.
func TestNothingToChoose(t *testing.T) {
	p, ann, _ := seated(t)
	page := &board{}
	p.ShownAt(page)
	none := choices(1)
	none.Pieces[0].Choices = none.Pieces[0].Choices[1:]
	if got := ann.Choose(t.Context(), none); got != nil || len(page.waited) != 1 {
		t.Errorf("%v, the page was told %v", got, page.waited)
	}
}

// TestAtTerminal: the first person may use this terminal. The others get addresses.
func TestAtTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ann, bob := seated(t)
		const url = "http://127.0.0.1:80/"
		all := []string{"play ann at " + url + ann.Fragment(), "play bob at " + url + bob.Fragment()}
		if p.AtTerminal() != nil || p.Entry() != ann.Fragment() || !slices.Equal(p.Addresses(url), all) {
			t.Errorf("in browsers: %v, %q, %q", p.AtTerminal(), p.Entry(), p.Addresses(url))
		}
		p.SitAtTerminal()
		if p.AtTerminal() != ann || p.Entry() != "" || !slices.Equal(p.Addresses(url), all[1:]) {
			t.Errorf("at the terminal: %v, %q, %q", p.AtTerminal(), p.Entry(), p.Addresses(url))
		}
		answer := asks(t.Context(), ann, 3)
		if got := <-ann.Asks(); got.Turn != 3 {
			t.Errorf("the terminal is asked %+v", got)
		}
		synctest.Wait()
		select {
		case got := <-ann.Asks():
			t.Errorf("the terminal is asked again: %+v", got)
		default:
		}
		if err := ann.Play(3, nil); err != nil {
			t.Error(err)
		}
		<-answer
		answer = asks(t.Context(), bob, 3)
		select {
		case got := <-bob.Asks():
			t.Errorf("bob sits in a browser, and the terminal is asked %+v", got)
		default:
		}
		bob.GiveUp()
		<-answer
	})
}

// TestTokens: each person has a random token, and only that token finds the person.
func TestTokens(t *testing.T) {
	p, ann, bob := seated(t)
	token, found := strings.CutPrefix(ann.Fragment(), "#seat=")
	if !found || len(token) < 22 || ann.Fragment() == bob.Fragment() {
		t.Errorf("%q and %q", ann.Fragment(), bob.Fragment())
	}
	if p.Find(token) != ann || p.Find(token[1:]) != nil || p.Find("") != nil {
		t.Error("the token finds somebody else")
	}
	p.SetNames([]arena.Seated{{Name: "seat0"}, {}, {Name: "seat2"}})
	if ann.Look().Name != "seat0" || bob.Look().Name != "seat2" {
		t.Errorf("named %q and %q", ann.Look().Name, bob.Look().Name)
	}
}

// TestNew: persons are created from a config.
func TestNew(t *testing.T) {
	for spec, want := range map[string]string{"human": "human", "human:ann": "ann", "humanoid": "", "./human": "",
		"builtin:human": "", "": ""} {
		p, err := human.New(arena.Config{Seats: []arena.Seat{{Bot: spec}}}, false)
		if err != nil || p.Any() != (want != "") || p.Any() && first(p).Look().Name != want {
			t.Errorf("%q: %+v, %v", spec, p, err)
		}
	}
	for _, spec := range []string{"human:", "human:" + strings.Repeat("é", 41), "human:a\x07b", "human: "} {
		_, err := human.New(arena.Config{Seats: []arena.Seat{{Bot: "builtin:idle"}, {Bot: spec}}}, false)
		if wrong := (*arena.ConfigError)(nil); !errors.As(err, &wrong) || wrong.Field != "seats[1].bot" ||
			wrong.Value != spec {
			t.Errorf("%q: %v", spec, err)
		}
	}
	c := arena.Config{Seats: []arena.Seat{{Bot: "human"}}, TurnTime: arena.Duration(50 * time.Millisecond)}
	for _, x := range []struct{ timed, noTimeout, want bool }{
		{true, false, true}, {false, false, false}, {true, true, false},
	} {
		c.NoTimeout = x.noTimeout
		p, err := human.New(c, x.timed)
		if err != nil {
			t.Fatal(err)
		}
		if got := first(p).Look().Limit; (got == 50) != x.want || got != 0 && got != 50 {
			t.Errorf("%+v: limit %d", x, got)
		}
	}
	var nobody human.Persons
	nobody.SitAtTerminal()
	nobody.ShownAt(&board{})
	if nobody.Any() || nobody.AtTerminal() != nil || nobody.Entry() != "" || nobody.Addresses("x") != nil ||
		nobody.Find("") != nil {
		t.Error("there is somebody")
	}
}

// first returns the person of the first seat.
func first(p *human.Persons) *human.Person {
	c := arena.Config{Seats: make([]arena.Seat, 1)}
	p.Sit(&c)
	return c.Seats[0].Player.(*human.Person)
}
