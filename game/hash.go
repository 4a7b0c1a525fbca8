package game

import (
	"encoding/hex"
	"fmt"
)

// Hash is a hash of a state: 64 bits over all of it, and 16 bits over each part, to show which part differs. It
// depends only on the rules, so a replay stays valid as long as the rules stay the same.
type Hash struct {
	Whole uint64
	Parts [NumParts]uint16 // in the order of Kind.Parts
}

// NumParts is the number of parts that the state of each game has.
const NumParts = 5

// hashSize is the length of a hash as text.
const hashSize = 16 + 5*NumParts

// AppendText appends the hash of the whole, then those of the parts, in hexadecimal and separated by hyphens.
func (h Hash) AppendText(dst []byte) ([]byte, error) { return h.append(dst), nil }

func (h Hash) append(dst []byte) []byte {
	dst = appendHex(dst, h.Whole, 16)
	for _, p := range h.Parts {
		dst = appendHex(append(dst, '-'), uint64(p), 4)
	}
	return dst
}

func appendHex(dst []byte, v uint64, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[v>>shift&15])
	}
	return dst
}

// MarshalText writes what AppendText appends.
func (h Hash) MarshalText() ([]byte, error) { return h.append(nil), nil }

func (h Hash) String() string { return string(h.append(nil)) }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	var raw [8 + 2*NumParts]byte
	at, ok := 0, len(text) == hashSize
	for i := 0; ok && i < 1+NumParts; i++ {
		from, to := 16+5*(i-1), 16+5*i // a hyphen and four digits
		if i == 0 {
			from, to = -1, 16
		}
		if i > 0 && text[from] != '-' {
			ok = false
			break
		}
		n, err := hex.Decode(raw[at:], text[from+1:to])
		at, ok = at+n, err == nil
	}
	if !ok {
		return fmt.Errorf("hash is %.60q, expected 16 hexadecimal digits and %d times a hyphen and 4", text, NumParts)
	}
	h.Whole = 0
	for _, o := range raw[:8] {
		h.Whole = h.Whole<<8 | uint64(o)
	}
	for i := range h.Parts {
		h.Parts[i] = uint16(raw[8+2*i])<<8 | uint16(raw[9+2*i])
	}
	return nil
}
