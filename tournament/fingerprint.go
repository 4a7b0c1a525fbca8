package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"iter"
	"math"
	"strconv"
)

// The fingerprint of an event is the SHA-256 of a text. The text has a line for each result that counts, in the order
// of the schedule, as AppendLine writes it, and a last line with the names of all entrants as a JSON array. Each line
// ends with a line feed.

// AppendLine appends the line of a result in the fingerprint: the JSON object of the Result without spaces. It has only
// the fields id, entrants, versions, ranks, scores, reasons, late, host, refused, turns and state, in this order. It
// leaves out an empty state and lists of default values (all versions empty, all reasons finished, all numbers zero).
// It also leaves out the try, so that a void match that is played again with the same result gives the same line.
func (r *Result) AppendLine(b []byte) []byte {
	b = append(b, `{"id":"`...)
	b = append(b, r.ID.String()...)
	b = append(b, '"')
	b = appendInts(b, "entrants", r.Entrants)
	if anyOther(r.Versions, "") {
		b = appendTexts(b, "versions", r.Versions)
	}
	b = appendInts(b, "ranks", r.Ranks)
	b = appendInts(b, "scores", r.Scores)
	if anyOther(r.Reasons, reasons[0]) {
		b = appendTexts(b, "reasons", r.Reasons)
	}
	for _, list := range [...]struct {
		field string
		of    []int
	}{{"late", r.Late}, {"host", r.Host}, {"refused", r.Refused}} {
		if anyOther(list.of, 0) {
			b = appendInts(b, list.field, list.of)
		}
	}
	b = strconv.AppendInt(append(b, `,"turns":`...), int64(r.Turns), 10)
	if r.State != "" {
		b = append(append(append(b, `,"state":"`...), r.State...), '"')
	}
	return append(b, '}', '\n')
}

func appendInts(b []byte, field string, list []int) []byte {
	b = append(append(append(b, `,"`...), field...), `":[`...)
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, ']')
}

// appendTexts appends texts that need no quoting.
func appendTexts(b []byte, field string, list []string) []byte {
	b = append(append(append(b, `,"`...), field...), `":[`...)
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), v...), '"')
	}
	return append(b, ']')
}

// Fingerprint returns the SHA-256 over all results that count, in the order of the schedule, in hexadecimal. AppendLine
// says which fields of a result it covers.
func (s *Schedule) Fingerprint() string {
	if s.Gathers() {
		return FingerprintOf(s.names, func(func(*Result) bool) {})
	}
	h := s.hash.upTo(s, s.stages[0].settled())
	var line []byte
	for stage := range s.stages {
		from := 0
		if stage == 0 {
			from = s.hash.blocks
		}
		for r := range s.countedFrom(stage, from, math.MaxInt) {
			line = r.AppendLine(line[:0])
			h.Write(line)
		}
	}
	return endFingerprint(h, s.names)
}

// prefixHash is the state of the hash after the first blocks of the first stage. With it, the fingerprint of a long
// event need not read all results again.
type prefixHash struct {
	blocks int // blocks that the state covers
	state  hash.Cloner
}

// upTo advances the state to a block, and returns a copy of the state.
func (p *prefixHash) upTo(s *Schedule, block int) hash.Hash {
	if p.state == nil || block < p.blocks {
		p.state, p.blocks = sha256.New().(hash.Cloner), 0
	}
	var line []byte
	for r := range s.countedFrom(0, p.blocks, block) {
		line = r.AppendLine(line[:0])
		p.state.Write(line)
	}
	p.blocks = max(p.blocks, block)
	h, err := p.state.Clone()
	if err != nil {
		panic(err) // SHA-256 can always be cloned
	}
	return h
}

// changed is called when a block begins or stops to count.
func (s *Schedule) changed(stage, block int) {
	if stage == 0 && block < s.hash.blocks {
		s.hash = prefixHash{}
	}
	if stage == 0 && block < s.tally.blocks {
		s.tally = prefixTally{}
	}
}

// settled returns a block such that the number of blocks before it that count will hardly change any more.
func (st *stage) settled() int {
	if _, isLadder := st.plan.(*ladder); !isLadder {
		return min(st.prefix, st.stop) // 0 for a grower, which has few blocks
	}
	low := len(st.refs)
	for b := range st.open {
		low = min(low, b)
	}
	return low
}

// FingerprintOf returns the fingerprint of an event with these entrants and results. The results come in the order of
// the schedule.
func FingerprintOf(entrants []string, results iter.Seq[*Result]) string {
	h := sha256.New()
	var line []byte
	for r := range results {
		line = r.AppendLine(line[:0])
		h.Write(line)
	}
	return endFingerprint(h, entrants)
}

func endFingerprint(h hash.Hash, entrants []string) string {
	e := json.NewEncoder(h) // ends the line
	e.SetEscapeHTML(false)
	if err := e.Encode(entrants); err != nil {
		panic(err) // texts are always JSON
	}
	return hex.EncodeToString(h.Sum(nil))
}
