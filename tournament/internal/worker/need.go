package worker

import (
	"context"
	"encoding/hex"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"blastyard/arena/doctor"
	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/arena/rounds"
	"blastyard/tournament/event"
)

// Need is what a machine must have to play certain bots.
type Need struct {
	Tools []string `json:"tools,omitempty"` // programs that must be installed, sorted
	Level string   `json:"level,omitempty"` // the lowest level of the sandbox; "": any
	Local bool     `json:"local,omitempty"` // it must be the organiser's machine
}

// NeedOf returns the need of a job with these bots. tools returns the tools of a version, as ToolsOf found them; nil:
// they are not known.
func NeedOf(e *event.Event, bots []JobBot, tools func(version string) []string) Need {
	var n Need
	for _, b := range bots {
		if b.Builtin != "" {
			continue
		}
		if least, wanted, err := harness.ParseSandbox(e.Sandbox); err == nil && wanted && least > harness.SandboxNone {
			n.Level = least.String()
		}
		switch own := find(e, b.Name); {
		case b.Local:
			n.Local = true // it is started in place, so its tools are there
		case !b.Submitted && own != nil:
			n.Tools = append(n.Tools, ToolsOf(&own.Entrant)...)
		case tools != nil:
			n.Tools = append(n.Tools, tools(b.Version)...)
		}
	}
	slices.Sort(n.Tools)
	n.Tools = slices.Compact(n.Tools)
	return n
}

// find returns the organiser's bot with a name; nil: there is none.
func find(e *event.Event, name string) *event.Bot {
	i := slices.IndexFunc(e.Bots, func(b event.Bot) bool { return b.Name == name })
	if i < 0 {
		return nil
	}
	return &e.Bots[i]
}

// Key returns a short word that is the same for equal needs: letters, digits and hyphens. "any" needs nothing.
func (n Need) Key() string {
	var words []string
	if n.Local {
		words = append(words, "local")
	}
	if n.Level != "" {
		words = append(words, n.Level)
	}
	for _, t := range n.Tools {
		words = append(words, keyOf(t))
	}
	if len(words) == 0 {
		return "any"
	}
	return strings.Join(words, "-")
}

// keyOf encodes a name in letters and digits: "g++" is "gx2bx2b".
func keyOf(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
			b.WriteByte(c)
		default:
			b.WriteString("x" + hex.EncodeToString([]byte{c}))
		}
	}
	return b.String()
}

// ToolsOf returns the programs that an entrant needs according to its command lines: interpreters and build tools. It
// leaves out programs in the entrant's own folder.
func ToolsOf(e *entrant.Entrant) []string {
	if e.Kind != entrant.Program {
		return nil
	}
	var names []string
	for _, line := range append([]string{e.Command}, e.Build...) {
		if words, err := harness.Split(line); err == nil && len(words) > 0 && !strings.ContainsAny(words[0], `/\`) {
			names = append(names, words[0])
		}
	}
	if e.Protocol == entrant.Rounds && len(e.Build) == 0 {
		if b, err := rounds.ReadBot(e.Dir); err == nil {
			names = append(names, b.Tools()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Abilities examines this machine. It starts many short-lived programs, unless the event has only built-in bots.
func (w *Worker) Abilities(ctx context.Context) event.Abilities {
	level, _ := harness.Reachable()
	a := event.Abilities{System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.GOMAXPROCS(0),
		Level: level.String(), Local: w.options.Local, Tools: map[string]string{}}
	if !Programs(w.event) {
		return a
	}
	a.Fair = doctor.Fair()
	for _, f := range doctor.Examine(ctx, nil, doctor.Tools()).Bots {
		if f.Verdict == doctor.OK {
			a.Tools[f.Name] = f.Detail
		}
	}
	return a
}

// Programs reports whether an event has bots that are programs, or takes them from teams.
func Programs(e *event.Event) bool {
	return len(e.Bots) == 0 || !e.Opens.IsZero() || !e.Closes.IsZero() ||
		slices.ContainsFunc(e.Bots, func(b event.Bot) bool { return b.Entrant.Kind != entrant.Builtin })
}

// Missing describes what this machine does not have of a need, such as "the program node"; "": nothing.
func (w *Worker) Missing(n Need) string {
	if n.Local && !w.options.Local {
		return "a bot that only the organiser's machine has"
	}
	if n.Level != "" {
		least, err := harness.ParseLevel(n.Level)
		if level, why := harness.Reachable(); err != nil || level < least {
			return "a sandbox of level " + n.Level + ": " + why
		}
	}
	for _, t := range n.Tools {
		if !installed(t) {
			return "the program " + t
		}
	}
	return ""
}

// installed reports whether a program can be found.
func installed(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}
