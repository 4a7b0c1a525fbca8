package scenes

import (
	"bytes"
	"slices"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/replay/explain"
)

// explainer keeps what was played, unless somebody else does, to explain the match after its end. It gives up where
// that would be too much work for a page.
type explainer struct {
	kinds    []*game.Kind
	cells    int
	recorded func() (*replay.Replay, error) // gives what was played; nil: replay holds it
	replay   *replay.Replay                 // nil: it has given up
}

// newExplainer begins to keep a match; recorded is the header of its replay, h that of its page. It returns nil where
// nothing is to be explained.
func newExplainer(o *Options, recorded *replay.Header, h *viewer.Header) *explainer {
	if len(o.Explain) == 0 || len(h.Cells) == 0 {
		return nil
	}
	return &explainer{kinds: o.Explain, cells: len(h.Cells), recorded: o.Recorded,
		replay: &replay.Replay{Header: *recorded}}
}

// add keeps a turn. It copies what it keeps.
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

// explained tells whether there is something to explain.
func (x *explainer) explained() bool { return x != nil && x.replay != nil }

// addTo adds to the end of the match what explains it.
func (x *explainer) addTo(end *viewer.End, result *replay.Result) {
	r := x.replay
	r.Result = result
	if x.recorded != nil {
		var err error
		if r, err = x.recorded(); err != nil {
			return // the match was too large for the memory, or its file is gone: whoever wants the replay is told
		}
	}
	explain.ForPage(x.kinds)(r, x.cells, end)
}
