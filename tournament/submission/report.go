package submission

import (
	"fmt"
	"io"
	"strings"
	"time"

	"blastyard/arena/checkup"
	"blastyard/internal/plain"
)

// State is how far a submission is.
type State string

// The states. The last four are final.
const (
	Waiting  State = "waiting"
	Running  State = "running"
	Accepted State = "accepted" // it plays from the team's next match on
	Refused  State = "refused"  // the bot's fault: the report says what to fix
	Replaced State = "replaced" // by a newer one, before it was looked at
	Failed   State = "failed"   // the server's fault: send it again
)

// Final reports whether nothing more happens to the submission.
func (s State) Final() bool { return s != Waiting && s != Running }

// Report is what came of a submission. It is shown to its team only. All texts in it are safe to print.
type Report struct {
	ID       string    `json:"id"`
	Team     string    `json:"team"`
	State    State     `json:"state"`
	Why      string    `json:"why,omitempty"` // it is in this state, for people
	Received time.Time `json:"received"`
	Ended    time.Time `json:"ended,omitzero"`
	Bytes    int64     `json:"bytes"`             // of what was sent
	Version  string    `json:"version,omitempty"` // the hash of the bot's archive
	Number   int       `json:"number,omitempty"`  // of the version, where it was accepted
	Steps    []Step    `json:"steps"`

	Check *checkup.Report `json:"check,omitempty"`

	Begun int `json:"begun,omitempty"` // how often it was begun: a server that dies of it does not try for ever
}

// Step is a part of what is done with a submission.
type Step struct {
	Name   string   `json:"name"` // unpack, read, build, check, enter
	OK     bool     `json:"ok"`
	MS     int64    `json:"ms"`
	Detail string   `json:"detail,omitempty"`
	Fix    string   `json:"fix,omitempty"`
	Lines  []string `json:"lines,omitempty"` // the last that was printed
}

// clone is a copy that shares nothing that changes.
func (r *Report) clone() *Report {
	c := *r
	c.Steps = append([]Step{}, r.Steps...)
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
		if s.Name == stepCheck && r.Check != nil {
			r.writeCheck(&b)
		}
	}
	fmt.Fprintf(&b, "%s: %s\n", r.State, plain.Line(r.Why))
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCheck writes the points of the check that are more than good.
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

// cleaned makes the texts of a report of a check safe to store and to print.
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
