package sprt

import (
	"fmt"
	"slices"
)

// Finding is what a comparison has found.
type Finding string

// The findings.
const (
	Open    Finding = ""                    // not decided yet
	Better  Finding = "better"              // the new version is better
	Worse   Finding = "worse"               // the new version is worse
	Alike   Finding = "no difference"       // if there is a difference, it is smaller than Question.Least
	Nothing Finding = "no difference found" // the most pairs were played, and the tests have not decided
)

// Question asks whether a new version of a bot is better than an old one, worse, or neither.
type Question struct {
	// Least is the smallest difference that matters: that of the shares of points of both versions, more than 0 and
	// less than 1. With 0.1 a version is better that gets 55 % of the points while the other one gets 45 %.
	Least float64
	// Error is the greatest probability of a wrong finding: of Better or Worse if there is no difference, and of Alike
	// if there is one of Least.
	Error float64
	Most  int // pairs of matches, from 1
}

// A comparison asks several sequential tests at the same time, in both directions. One is made for the smallest
// difference that matters, the others for large ones, which they find after a few pairs. The first one that finds a
// difference decides; they share the probability of an error. The generalised test is wrong a little more often than
// its bounds say, so beta is below Question.Error: TestComparisonErrors measures what comes of it.
const betaShare = 0.75

var (
	large  = []float64{0.4, 0.8} // differences
	shares = []float64{0.5, 0.25, 0.25}
)

// one is one of the tests, with its verdict as soon as it has one.
type one struct {
	test    Test
	verdict Verdict
}

// Comparison answers a Question. Only one goroutine may use it at a time.
type Comparison struct {
	question Question
	up, down []one // is the new version better; is the old one; the narrow test is the first
	pairs    Pairs
	finding  Finding
}

// NewComparison returns a comparison by pairs of matches that have 0 to 2·games half points, as in NewPairs. All half
// points of a pair are of the new version; half of them is a pair without a difference.
func NewComparison(q Question, games int) (*Comparison, error) {
	switch {
	case q.Least <= 0 || q.Least >= 1:
		return nil, fmt.Errorf("sprt: the least difference is %v, expected more than 0 and less than 1", q.Least)
	case q.Error <= 0 || q.Error >= 0.5:
		return nil, fmt.Errorf("sprt: the error is %v, expected more than 0 and less than 0.5", q.Error)
	case q.Most < 1:
		return nil, fmt.Errorf("sprt: %d pairs, expected 1 or more", q.Most)
	}
	c := &Comparison{question: q, pairs: NewPairs(games)}
	for i, d := range append([]float64{q.Least}, large...) {
		if i > 0 && d <= q.Least {
			continue
		}
		t := Test{Elo0: 0, Elo1: EloOfScore((1 + d) / 2), Alpha: q.Error / 2 * shares[i], Beta: betaShare * q.Error}
		c.up, c.down = append(c.up, one{test: t}), append(c.down, one{test: t})
	}
	return c, nil
}

// Add counts a pair of matches in which the new version got this many half points, and returns what is found then. It
// changes nothing once a comparison has found something.
func (c *Comparison) Add(halfPoints int) (Finding, error) {
	if c.finding != Open {
		return c.finding, nil
	}
	if err := c.pairs.Add(halfPoints); err != nil {
		return Open, err
	}
	mirrored := slices.Clone(c.pairs)
	slices.Reverse(mirrored)
	better, worse := ask(c.up, c.pairs), ask(c.down, mirrored)
	switch {
	case better:
		c.finding = Better
	case worse:
		c.finding = Worse
	case c.up[0].verdict == AcceptH0 && c.down[0].verdict == AcceptH0:
		c.finding = Alike
	case c.pairs.Blocks() >= c.question.Most:
		c.finding = Nothing
	}
	return c.finding, nil
}

// ask asks the tests that have no verdict yet, and reports whether one has found a difference.
func ask(tests []one, p Pairs) (found bool) {
	for i := range tests {
		if t := &tests[i]; t.verdict == GoOn {
			t.verdict = t.test.Verdict(p)
		}
		found = found || tests[i].verdict == AcceptH1
	}
	return found
}

// Finding returns what is found so far.
func (c *Comparison) Finding() Finding { return c.finding }

// Pairs returns the pairs counted so far, by the half points of the new version.
func (c *Comparison) Pairs() Pairs { return slices.Clone(c.pairs) }
