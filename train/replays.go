package train

import (
	"fmt"
	"slices"

	"blastyard/internal/errortext"
	"blastyard/replay"
	"blastyard/train/internal/dataset"
)

// DatasetConfig is the first line of mode "dataset": replays as rows of arrays. The first readable replay decides the
// game and the shapes.
type DatasetConfig struct {
	Mode        string   `json:"mode"`
	Replays     []string `json:"replays"`     // files
	Observation string   `json:"observation"` // usual: "planes"
	Batch       int      `json:"batch"`       // number of rows of the arrays
	Players     string   `json:"players"`     // whose rows: "all", also where empty, or "winner"
}

// DatasetRequest is a request of mode "dataset".
//
//   - "next": {"rows":N,"errors":[{"replay":I,"error":"..."}]}: the next rows are in the arrays, the first N. N is
//     less than the batch only at the end, and 0 after it. The errors say what is wrong with replays, whose
//     valid rows are given; the key may be missing.
//   - "rewind": the rows begin again; the answer is the byte '.'.
type DatasetRequest struct {
	Do string `json:"do"`
}

// rows reads the rows of replays.
type rows struct {
	config DatasetConfig
	data   *dataset.Dataset
	facts  Facts
	layout Layout
	batch  dataset.Batch
}

func newRows(line []byte, version string) (*rows, error) {
	r := &rows{config: DatasetConfig{Observation: "planes", Players: allPlayers}}
	c := &r.config
	if err := decode(line, c); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	switch {
	case !slices.Contains(observations(), c.Observation):
		return nil, fmt.Errorf("config: observation is %q, expected %s", c.Observation,
			oneOf(c.Observation, observations()))
	case c.Players != "" && c.Players != allPlayers && c.Players != onlyWinners:
		return nil, fmt.Errorf("config: players is %q, expected %s", c.Players,
			oneOf(c.Players, []string{allPlayers, onlyWinners}))
	case c.Batch < 1 || c.Batch > maxMatches:
		return nil, fmt.Errorf("config: batch is %d, expected 1 to %d", c.Batch, maxMatches)
	case len(c.Replays) == 0:
		return nil, fmt.Errorf("config: replays is empty, expected at least one file")
	}
	data, err := dataset.Open(c.Replays, dataset.Options{Form: forms[c.Observation], Winners: c.Players == onlyWinners})
	if err != nil {
		return nil, fmt.Errorf("config: replays: %w", err)
	}
	r.data = data
	if err := r.describeRows(version); err != nil {
		data.Close()
		return nil, err
	}
	return r, nil
}

// Values of DatasetConfig.Players.
const (
	allPlayers  = "all"
	onlyWinners = "winner"
)

func (r *rows) describeRows(version string) error {
	s, h := r.data.Spec, r.data.Header
	r.facts = Facts{Game: h.Game, Map: h.Map.Name, Players: s.Players, Turns: h.Turns, FirstTurn: h.Unseen,
		Opponents: map[string]string{}, RulesVersion: int(h.Rules), ProgramVersion: version,
		Replays: len(r.config.Replays)}
	for p := range s.Players {
		r.facts.Seats = append(r.facts.Seats, p)
	}
	r.facts.Special = slices.ContainsFunc(h.Players, func(p replay.Player) bool { return p.Special })
	r.facts.tell(s)
	n := r.config.Batch
	if err := addView(&r.layout, s, n); err != nil {
		return err
	}
	for _, a := range []Array{
		{Name: "actions", Dtype: "uint8", Shape: []int{n, s.Characters}},
		{Name: "replay", Dtype: "int32", Shape: []int{n}},
		{Name: "turn", Dtype: "int32", Shape: []int{n}},
		{Name: "player", Dtype: "int32", Shape: []int{n}},
		{Name: "score", Dtype: "int32", Shape: []int{n}},
		{Name: "rank", Dtype: "int32", Shape: []int{n}},
		{Name: "won", Dtype: "bool", Shape: []int{n}},
	} {
		if err := r.layout.add(a.Name, a.Dtype, a.Shape...); err != nil {
			return err
		}
	}
	return nil
}

func (r *rows) describe() (*Layout, *Facts) { return &r.layout, &r.facts }

func (r *rows) open(a *arrays) error {
	seen := seenOf(a, r.data.Spec, 1)
	r.batch = dataset.Batch{Rows: r.config.Batch, Channels: seen.board, Scalars: seen.scalars, Mask: seen.mask,
		Legal: seen.legal, Actions: a.bytes("actions"), Replay: view[int32](a, "replay"), Turn: view[int32](a, "turn"),
		Player: view[int32](a, "player"), Score: view[int32](a, "score"), Rank: view[int32](a, "rank"),
		Won: a.bytes("won")}
	return nil
}

func (r *rows) close() { r.data.Close() }

func (r *rows) serve(l *link) error {
	return l.lines(func(line []byte) error {
		var request DatasetRequest
		if err := decode(line, &request); err != nil {
			return l.tellError(fmt.Errorf("request: %w", err))
		}
		switch request.Do {
		case "next":
			return r.next(l)
		case "rewind":
			r.data.Rewind()
			return l.ready()
		default:
			return l.tellError(fmt.Errorf("request: do is %q, expected %s", request.Do,
				oneOf(request.Do, []string{"next", "rewind"})))
		}
	})
}

func (r *rows) next(l *link) error {
	type fault struct {
		Replay int    `json:"replay"`
		Error  string `json:"error"`
	}
	var answer struct {
		Rows   int     `json:"rows"`
		Errors []fault `json:"errors,omitempty"`
	}
	n, faults := r.data.Next(&r.batch)
	answer.Rows = n
	for _, f := range faults {
		answer.Errors = append(answer.Errors, fault{f.Replay, errortext.Text(f.Err)})
	}
	return l.tell(answer)
}
