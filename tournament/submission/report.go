package submission

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"blastyard/arena/checkup"
	"blastyard/internal/plain"
)

// State is the state of a submission.
type State string

// The states. The last four are final.
const (
	Waiting  State = "waiting"
	Running  State = "running"
	Accepted State = "accepted" // the bot plays from the team's next match on
	Refused  State = "refused"  // the bot is at fault: the report says what to fix
	Replaced State = "replaced" // a newer one replaced it before it was processed
	Failed   State = "failed"   // the server is at fault: submit it again
)

// Final reports whether the state will not change any more.
func (s State) Final() bool { return s != Waiting && s != Running }

// Report is the result of a submission. Only its team sees it. All texts in it are safe to print.
type Report struct {
	ID       string    `json:"id"`
	Team     string    `json:"team"`
	State    State     `json:"state"`
	Why      string    `json:"why,omitempty"`  // why it is in this state, for people
	Began    time.Time `json:"began,omitzero"` // when its upload began, by the time of the event
	Received time.Time `json:"received"`
	Ended    time.Time `json:"ended,omitzero"`
	Bytes    int64     `json:"bytes"`             // size of the upload
	Version  string    `json:"version,omitempty"` // hash of the bot's archive
	Number   int       `json:"number,omitempty"`  // number of the version, if it was accepted
	Steps    []Step    `json:"steps"`
	Place    *Place    `json:"place,omitempty"` // where it waits now; it is not stored

	Check *checkup.Report `json:"check,omitempty"`

	Testing bool        `json:"testing,omitempty"` // test matches are being played
	Tests   []TestMatch `json:"tests,omitempty"`   // those that were played; they do not count
	Tested  bool        `json:"tested,omitempty"`  // all test matches were played, as far as there are any

	// How often processing, and its test matches, began; limited, as a submission may kill the server.
	Begun      int `json:"begun,omitempty"`
	TestsBegun int `json:"tests_begun,omitempty"`
}

// Step is a step of processing a submission.
type Step struct {
	Name   string   `json:"name"` // unpack, read, build, play, check, enter
	OK     bool     `json:"ok"`
	MS     int64    `json:"ms"`
	Detail string   `json:"detail,omitempty"`
	Fix    string   `json:"fix,omitempty"`
	Lines  []string `json:"lines,omitempty"` // the last lines of its output
}

// clone returns a deep copy.
func (r *Report) clone() *Report {
	c := *r
	c.Place = nil
	c.Steps = append([]Step{}, r.Steps...)
	c.Tests = slices.Clone(r.Tests)
	return &c
}

// Write writes the report for a terminal.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	for i := range r.Steps {
		s := &r.Steps[i]
		verdict := "ok"
		if !s.OK {
			verdict = "FAULT"
		}
		fmt.Fprintf(&b, "%-5s  %-7s  %s\n", verdict, s.Name, plain.Line(s.Detail))
		for _, l := range s.Lines {
			fmt.Fprintf(&b, "         | %s\n", plain.Line(l))
		}
		if s.Fix != "" {
			fmt.Fprintf(&b, "         fix: %s\n", plain.Line(s.Fix))
		}
		if (s.Name == stepCheck || s.Name == stepPlay && !s.OK) && r.Check != nil {
			r.writeCheck(&b)
		}
	}
	fmt.Fprintf(&b, "%s: %s\n", r.State, plain.Line(r.Why))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCheck writes the points of the check that are not simply good.
func (r *Report) writeCheck(w io.Writer) {
	for _, p := range r.Check.Points {
		if p.Verdict == checkup.OK {
			continue
		}
		line := fmt.Sprintf("%s: %s: %s", p.Verdict, p.Name, p.Detail)
		if p.Fix != "" {
			line += "; " + p.Fix
		}
		fmt.Fprintf(w, "         %s\n", plain.Line(line))
	}
}

// cleaned makes the texts of a check's report safe to store and print.
func cleaned(r *checkup.Report) *checkup.Report {
	c := *r
	c.Bot = plain.Text(c.Bot)
	c.Points = append([]checkup.Point{}, r.Points...)
	for i := range c.Points {
		p := &c.Points[i]
		p.Name, p.Detail, p.Fix = plain.Text(p.Name), plain.Line(p.Detail), plain.Line(p.Fix)
	}
	c.Situations = append([]checkup.Situation{}, r.Situations...)
	for i := range c.Situations {
		c.Situations[i].Note = plain.Line(c.Situations[i].Note)
	}
	return &c
}
