package netorcai

import (
	"bytes"
	"cmp"
	"slices"

	"blastyard/internal/jsonappend"
	"blastyard/internal/jsonscan"
)

// rewriter rewrites a valid JSON text, compact and with sorted keys. It first writes everything in the order of the
// text and records the objects whose members are not in order (knots). Then it copies the members into their places. A
// byte is copied at most twice, however deep objects nest.
type rewriter struct {
	in    jsonscan.Scanner
	out   []byte
	knots []knot   // in the order in which the objects end
	moved []moved  // the members of all knots
	open  []member // of the objects that are being read
	tops  []uint32 // used by untie

	html    bool // the text contains <, > or &
	escaped bool // a string may have been written with escapes

	few struct { // the memory of open and moved for a small text
		open  [8]member
		moved [8]moved
	}
}

// knot is an object in out whose members are not in order.
type knot struct {
	start, end uint32 // in out, without the braces
	inner      uint32 // the first knot inside
	from, to   uint32 // its members in moved, sorted
}

// member records where a key and its value begin in out, and the first knot in the value.
type member struct{ start, colon, inner uint32 }

// moved is a member with its end and with the first knot after its value.
type moved struct {
	member
	end, after uint32
}

// value writes the value at the cursor.
func (w *rewriter) value() error {
	if err := w.in.Step(); err != nil {
		return err
	}
	if len(w.out) > MaxSize {
		return errRewritten
	}
	switch w.in.Kind() {
	case jsonscan.Object:
		return w.object()
	case jsonscan.Array:
		return w.array()
	case jsonscan.String:
		w.in.ClearMarks()
		raw, err := w.in.RawString()
		w.quote(raw)
		return err
	case jsonscan.Number:
		raw, err := w.in.RawNumber()
		if err == nil {
			w.out, err = appendNumber(w.out, raw)
		}
		return err
	default: // a word
		raw, err := w.in.Value()
		w.out = append(w.out, raw...)
		return err
	}
}

// errRewritten is the error for a text that grows too big: 1e20 is written as 100000000000000000000.
const errRewritten = Fault("The content is too big to be passed on")

func (w *rewriter) array() error {
	w.out = append(w.out, '[')
	more, err := w.in.Open('[', ']')
	for more && err == nil {
		if err = w.value(); err != nil {
			return err
		}
		if more, err = w.in.More(']'); more {
			w.out = append(w.out, ',')
		}
	}
	w.out = append(w.out, ']')
	return err
}

func (w *rewriter) object() error {
	w.out = append(w.out, '{')
	base, k := len(w.open), knot{start: w.at(), inner: uint32(len(w.knots))}
	ordered := true
	more, err := w.in.Open('{', '}')
	for more && err == nil {
		m := member{start: w.at(), inner: uint32(len(w.knots))}
		var key []byte
		w.in.ClearMarks()
		if key, err = w.in.RawKey(); err != nil {
			return err
		}
		w.quote(key)
		m.colon = w.at()
		w.out = append(w.out, ':')
		ordered = ordered && (len(w.open) == base || w.compare(w.open[len(w.open)-1], m) < 0)
		w.open = append(w.open, m)
		if err = w.value(); err != nil {
			return err
		}
		if more, err = w.in.More('}'); more {
			w.out = append(w.out, ',')
		}
	}
	if k.end = w.at(); !ordered {
		w.tie(k, w.open[base:])
	}
	w.open = w.open[:base]
	w.out = append(w.out, '}')
	return err
}

func (w *rewriter) at() uint32 { return uint32(len(w.out)) }

// quote writes the string whose text, without quotes, was just read. The scanner's marks are those of this string.
func (w *rewriter) quote(raw []byte) {
	if w.html || w.in.Marks()&(jsonscan.Escaped|jsonscan.Wide) != 0 {
		w.escaped = true
		w.out = jsonappend.HTML(w.out, jsonscan.Unquote(raw))
		return
	}
	w.out = append(append(append(w.out, '"'), raw...), '"')
}

// compare compares the keys of two members.
func (w *rewriter) compare(a, b member) int {
	x, y := w.out[a.start+1:a.colon-1], w.out[b.start+1:b.colon-1]
	if w.escaped {
		x, y = jsonscan.Unquote(x), jsonscan.Unquote(y)
	}
	return bytes.Compare(x, y)
}

// tie records an object whose members are not in order. Of members with the same key the last one is kept.
func (w *rewriter) tie(k knot, members []member) {
	k.from = uint32(len(w.moved))
	for i, m := range members {
		x := moved{member: m, end: k.end, after: uint32(len(w.knots))}
		if i+1 < len(members) {
			x.end, x.after = members[i+1].start-1, members[i+1].inner
		}
		w.moved = append(w.moved, x)
	}
	all := w.moved[k.from:]
	if w.sort(all) {
		all = slices.CompactFunc(all, func(a, b moved) bool { return w.compare(a.member, b.member) == 0 })
	}
	if k.end-k.start <= smallObject && int(k.inner) == len(w.knots) {
		w.place(k, all)
		w.moved = w.moved[:k.from]
		return
	}
	w.moved = w.moved[:int(k.from)+len(all)]
	k.to = uint32(len(w.moved))
	w.knots = append(w.knots, k)
}

// smallObject is the size in bytes up to which an object is sorted at once. So few bytes cannot nest deep, so no byte
// is moved often.
const smallObject = 256

// place sorts the members of a small object in out.
func (w *rewriter) place(k knot, members []moved) {
	var old [smallObject]byte
	copy(old[:], w.out[k.start:k.end])
	w.out = w.out[:k.start]
	for i, m := range members {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		w.out = append(w.out, old[m.start-k.start:m.end-k.start]...)
	}
}

// sort sorts members by key, and those with the same key from last to first. It reports whether there are any with the
// same key.
func (w *rewriter) sort(all []moved) (equal bool) {
	const few = 12
	if len(all) > few {
		slices.SortStableFunc(all, func(a, b moved) int {
			c := w.compare(a.member, b.member)
			equal = equal || c == 0
			return cmp.Or(c, cmp.Compare(b.start, a.start))
		})
		return equal
	}
	for i := 1; i < len(all); i++ { // most objects have few members
		m, j := all[i], i
		for ; j > 0; j-- {
			c := w.compare(all[j-1].member, m.member)
			equal = equal || c == 0
			if c < 0 {
				break
			}
			all[j] = all[j-1]
		}
		all[j] = m
	}
	return equal
}

// sorted returns the text with all members in their places.
func (w *rewriter) sorted() []byte {
	if len(w.knots) == 0 {
		return w.out
	}
	return w.untie(make([]byte, 0, len(w.out)), 0, w.at(), 0, uint32(len(w.knots)))
}

// untie appends a part of out, which contains the knots from first to end-1.
func (w *rewriter) untie(dst []byte, from, to, first, end uint32) []byte {
	base := len(w.tops)
	for end > first { // the last knot is not inside another one, and neither is the knot before those inside it
		w.tops = append(w.tops, end-1)
		end = w.knots[end-1].inner
	}
	for i := len(w.tops) - 1; i >= base; i-- {
		k := w.knots[w.tops[i]]
		dst = append(dst, w.out[from:k.start]...)
		for n, m := range w.moved[k.from:k.to] {
			if n > 0 {
				dst = append(dst, ',')
			}
			dst = w.untie(dst, m.start, m.end, m.inner, m.after)
		}
		from = k.end
	}
	w.tops = w.tops[:base]
	return append(dst, w.out[from:to]...)
}
