package rating

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"blastyard/game/sprt"
)

// reference is the content of testdata/reference.json, which testdata/reference.py computed.
type reference struct {
	Fits []struct {
		Name    string
		N       int
		Matches []struct {
			Players, Ranks []int
		}
		Strengths []float64
		Ties      map[string]float64
	}
	Online []struct {
		Players, Ranks []int
		Mu, Sigma      []float64
	}
	SPRT []struct {
		Counts          []int
		Elo0, Elo1, LLR float64
	}
}

func readReference(t *testing.T) (r reference) {
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFitIsThatOfOthers: choix finds the same strengths, and a brute-force search does if there are ties.
func TestFitIsThatOfOthers(t *testing.T) {
	r := readReference(t)
	if len(r.Fits) < 6 {
		t.Fatalf("%d fits, want 6", len(r.Fits))
	}
	for _, c := range r.Fits {
		t.Run(c.Name, func(t *testing.T) {
			var d Data
			for i, m := range c.Matches {
				if err := d.Add(i, m.Players, m.Ranks); err != nil {
					t.Fatal(err)
				}
			}
			model, err := FitPrior(&d, c.N, 0)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.Strengths {
				if got := model.Strengths[i]; math.Abs(got-want) > 1e-6 {
					t.Errorf("strength %d is %v, want %v", i, got, want)
				}
			}
			for s, delta := range model.Ties {
				if want := c.Ties[strconv.Itoa(s)]; math.Abs(delta-want) > 1e-6 {
					t.Errorf("δ(%d) is %v, want %v", s, delta, want)
				}
			}
		})
	}
}

// TestOnlineIsThatOfOpenskill: after each match, every rating equals that of openskill.
func TestOnlineIsThatOfOpenskill(t *testing.T) {
	r := readReference(t)
	var o Online
	if len(r.Online) < 100 {
		t.Fatalf("%d matches, want 100", len(r.Online))
	}
	for i, m := range r.Online {
		if err := o.Add(m.Players, m.Ranks); err != nil {
			t.Fatal(err)
		}
		for seat, p := range m.Players {
			if math.Abs(o.Mu(p)-m.Mu[seat]) > 1e-6 || math.Abs(o.Sigma(p)-m.Sigma[seat]) > 1e-6 {
				t.Fatalf("match %d: entrant %d has %v ± %v, want %v ± %v",
					i, p, o.Mu(p), o.Sigma(p), m.Mu[seat], m.Sigma[seat])
			}
		}
	}
}

// TestLLRIsThatOfOthers: a general optimiser finds the same ratio of the largest likelihoods.
func TestLLRIsThatOfOthers(t *testing.T) {
	r := readReference(t)
	if len(r.SPRT) < 4 {
		t.Fatalf("%d tests, want 4", len(r.SPRT))
	}
	for _, c := range r.SPRT {
		if got := (sprt.Test{Elo0: c.Elo0, Elo1: c.Elo1}).LLR(c.Counts); math.Abs(got-c.LLR) > 1e-6 {
			t.Errorf("%v, %v to %v: ratio %v, want %v", c.Counts, c.Elo0, c.Elo1, got, c.LLR)
		}
	}
}
