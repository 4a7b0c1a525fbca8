package tournament

import (
	"encoding/binary"
	"encoding/hex"
	"slices"

	"blastyard/game/match"
)

// A schedule keeps results packed: a million results of six players must need far less than 100 MB. The packed form has
// no id and no entrants, as the fixture has them, and no texts that only people read.

// Flags of a packed result, which begins with them as a varint: the usual ones need one byte.
const (
	hasReasons = 1 << iota
	hasLate
	hasHost
	hasRefused
	hasUsed
	hasVersions
	isMarked
	rawState // the state is stored as text, not as bytes
	hasSilent
	hasCrashed
)

// reasons are the possible reasons of a result. Packed results contain their indexes.
var reasons = []string{string(match.Finished), string(match.Timeout), string(match.Crashed),
	string(match.Disconnected), string(match.Illegal), string(match.Interrupted)}

// texts gives a number to texts that occur often.
type texts struct {
	number map[string]int
	text   []string
}

func (t *texts) of(s string) int {
	if n, known := t.number[s]; known {
		return n
	}
	if t.number == nil {
		t.number = make(map[string]int)
	}
	t.number[s] = len(t.text)
	t.text = append(t.text, s)
	return len(t.text) - 1
}

func anyOther[T comparable](list []T, than T) bool {
	return slices.ContainsFunc(list, func(v T) bool { return v != than })
}

// pack appends the packed form of a checked result.
func (t *texts) pack(b []byte, r *Result) []byte {
	state, err := hex.DecodeString(r.State)
	var flags uint64
	for _, f := range [...]struct {
		flag uint64
		is   bool
	}{
		{hasReasons, anyOther(r.Reasons, reasons[0])}, {hasLate, anyOther(r.Late, 0)}, {hasHost, anyOther(r.Host, 0)},
		{hasRefused, anyOther(r.Refused, 0)}, {hasUsed, anyOther(r.Used, 0)}, {hasVersions, anyOther(r.Versions, "")},
		{isMarked, r.Marked}, {rawState, err != nil}, {hasSilent, anyOther(r.Silent, 0)},
		{hasCrashed, anyOther(r.Crashed, 0)},
	} {
		if f.is {
			flags |= f.flag
		}
	}
	b = binary.AppendUvarint(b, flags)
	for _, rank := range r.Ranks {
		b = append(b, byte(rank))
	}
	for _, score := range r.Scores {
		b = binary.AppendVarint(b, int64(score))
	}
	b = binary.AppendUvarint(b, uint64(r.Turns))
	if flags&rawState != 0 {
		state = []byte(r.State)
	}
	b = append(b, byte(len(state)))
	b = append(b, state...)
	if flags&hasReasons != 0 {
		for _, reason := range r.Reasons {
			b = append(b, byte(slices.Index(reasons, reason)))
		}
	}
	for _, list := range [...]struct {
		flag uint64
		of   []int
	}{{hasLate, r.Late}, {hasHost, r.Host}, {hasRefused, r.Refused}, {hasSilent, r.Silent}, {hasCrashed, r.Crashed}} {
		if flags&list.flag != 0 {
			b = appendUints(b, list.of)
		}
	}
	if flags&hasUsed != 0 {
		b = appendUints(b, r.Used)
	}
	if flags&hasVersions != 0 {
		for _, v := range r.Versions {
			b = binary.AppendUvarint(b, uint64(t.of(v)))
		}
	}
	return b
}

func appendUints[T int | int64](b []byte, list []T) []byte {
	for _, v := range list {
		b = binary.AppendUvarint(b, uint64(v))
	}
	return b
}

// unpack reads the packed result of k players into r, reuses the slices of r, and returns the remaining bytes.
func (t *texts) unpack(b []byte, r *Result, k int) []byte {
	flags, n := binary.Uvarint(b)
	b = b[n:]
	r.Ranks, r.Scores = r.Ranks[:0], r.Scores[:0]
	for _, rank := range b[:k] {
		r.Ranks = append(r.Ranks, int(rank))
	}
	b = b[k:]
	for range k {
		score, n := binary.Varint(b)
		r.Scores, b = append(r.Scores, int(score)), b[n:]
	}
	turns, n := binary.Uvarint(b)
	r.Turns, b = int(turns), b[n:]
	state := b[1 : 1+b[0]]
	b = b[1+len(state):]
	if flags&rawState != 0 {
		r.State = string(state)
	} else {
		r.State = hex.EncodeToString(state)
	}
	r.Reasons = r.Reasons[:0]
	if flags&hasReasons != 0 {
		for _, reason := range b[:k] {
			r.Reasons = append(r.Reasons, reasons[reason])
		}
		b = b[k:]
	}
	r.Late, b = readUints(b, r.Late, flags&hasLate, k)
	r.Host, b = readUints(b, r.Host, flags&hasHost, k)
	r.Refused, b = readUints(b, r.Refused, flags&hasRefused, k)
	r.Silent, b = readUints(b, r.Silent, flags&hasSilent, k)
	r.Crashed, b = readUints(b, r.Crashed, flags&hasCrashed, k)
	r.Used, b = readUints(b, r.Used, flags&hasUsed, k)
	r.Versions = r.Versions[:0]
	if flags&hasVersions != 0 {
		for range k {
			v, n := binary.Uvarint(b)
			r.Versions, b = append(r.Versions, t.text[v]), b[n:]
		}
	}
	r.Marked = flags&isMarked != 0
	return b
}

func readUints[T int | int64](b []byte, list []T, has uint64, k int) ([]T, []byte) {
	list = list[:0]
	if has == 0 {
		return list, b
	}
	for range k {
		v, n := binary.Uvarint(b)
		list, b = append(list, T(v)), b[n:]
	}
	return list, b
}

// packs stores the packed results of whole blocks in a few large chunks without pointers.
type packs struct{ chunks [][]byte }

const chunkBits = 20

// ref locates the results of a block in packs; 0: no results.
type ref uint32

// put stores the results of a block.
func (p *packs) put(results [][]byte) ref {
	size := 0
	for _, r := range results {
		size += len(r)
	}
	last := len(p.chunks) - 1
	if last < 0 || len(p.chunks[last])+size > cap(p.chunks[last]) {
		p.chunks = append(p.chunks, make([]byte, 0, max(1<<chunkBits, size)))
		last++
	}
	at := len(p.chunks[last])
	for _, r := range results {
		p.chunks[last] = append(p.chunks[last], r...)
	}
	return ref(last<<chunkBits+at) + 1
}

// get returns the bytes from the results of a block on.
func (p *packs) get(r ref) []byte {
	at := int(r - 1)
	return p.chunks[at>>chunkBits][at&(1<<chunkBits-1):]
}
