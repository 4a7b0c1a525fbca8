// Package lab is what the laboratory of the page can ask of the rules: it needs no server, no files and no network. The
// page has it as one WebAssembly module (show/lab/wasm), which package module gets; the functions are the same on every
// system.
package lab

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"blastyard/game/games"
	"blastyard/internal/english"
	"blastyard/replay"
)

//go:generate go run ./build module/built

// Verdict says whether a replay conforms to the rules.
type Verdict struct {
	Turns       int  `json:"turns"`
	AsRecorded  bool `json:"as_recorded"`
	*Difference      // nil: there is none
}

// Difference is the first difference between a replay and the rules.
type Difference struct {
	Turn int    `json:"turn"` // 0: the start
	What string `json:"what"` // in the words of `replay verify`
}

// Verify plays a replay again from its actions. Like replay.Read it may return both a verdict and an error, if only
// the beginning of the replay can be read.
func Verify(file []byte) (Verdict, error) {
	r, err := replay.Read(bytes.NewReader(file))
	if r == nil {
		return Verdict{}, err
	}
	v := Verdict{Turns: len(r.Turns)}
	differs := replay.Verify(r, games.All())
	var where *replay.Difference
	switch {
	case errors.As(differs, &where):
		v.Difference = &Difference{Turn: where.Turn, What: where.What()}
		if err != nil {
			err = fmt.Errorf("%w (before that, turn %d is not as recorded: %s)", err, v.Turn, v.What)
		}
	case differs != nil:
		return v, differs
	case err != nil:
		err = fmt.Errorf("%w (%s before that, all as recorded)", err, english.Count(len(r.Turns), "turn"))
	default:
		v.AsRecorded = true
	}
	return v, err
}

// Version returns the versions of the rules in the module.
func Version() string {
	var rules []string
	for _, kind := range games.All() {
		rules = append(rules, fmt.Sprintf("%s %d", kind.Name, kind.Rules))
	}
	return "rules: " + strings.Join(rules, ", ")
}
