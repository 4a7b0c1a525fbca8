package scenes

import (
	"bytes"
	"slices"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
)

// explainer explains the match after its end. It keeps the turns, unless the match is recorded elsewhere. It gives up
// if the explanation would be too much work for a page.
type explainer struct {
	kinds    []*game.Kind
	cells    int
	recorded func() (*replay.Replay, error) // returns the match; nil: replay has it
	replay   *replay.Replay                 // nil: it has given up
}

// newExplainer starts to keep a match. recorded is the header of its replay, and h that of its page. It returns nil
// if nothing needs to be explained.
func newExplainer(o *Options, recorded *replay.Header, h *viewer.Header) *explainer {
	if len(o.Explain) == 0 || len(h.Cells) == 0 {
		return nil
	}
	return &explainer{kinds: o.Explain, cells: len(h.Cells), recorded: o.Recorded,
		replay: &replay.Replay{Header: *recorded}}
}

// add keeps a copy of a turn.
func (x *explainer) add(t *replay.Turn) {
	if x == nil || x.replay == nil {
		return
	}
	if t.Turn*x.cells > explain.PageWork {
		x.replay = nil
		return
	}
	if x.recorded != nil {
		return
	}
	kept := replay.Turn{Turn: t.Turn, Hash: t.Hash, Late: slices.Clone(t.Late), Host: slices.Clone(t.Host),
		Moves: slices.Clone(t.Moves), Gone: slices.Clone(t.Gone)}
	for i := range kept.Moves {
		kept.Moves[i].Actions = bytes.Clone(kept.Moves[i].Actions)
	}
	x.replay.Turns = append(x.replay.Turns, kept)
}

// explained reports whether there is an explanation.
func (x *explainer) explained() bool { return x != nil && x.replay != nil }

// addTo adds the explanation to the end of the match.
func (x *explainer) addTo(end *viewer.End, result *replay.Result) {
	r := x.replay
	r.Result = result
	if x.recorded != nil {
		var err error
		if r, err = x.recorded(); err != nil {
			return // the match was too large for the memory, or its file is gone; downloads report that
		}
	}
	explain.ForPage(x.kinds)(r, x.cells, end)
}
