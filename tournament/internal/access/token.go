// Package access lets people in who have a secret: tokens that are shown once and kept as hashes, and a gate that
// limits how many of them an address can guess.
package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strings"
)

var tokenText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewToken returns a secret of 128 random bits as text. Its prefix tells people, and scanners for published secrets,
// what it is.
func NewToken(prefix string) string {
	var bits [16]byte
	rand.Read(bits[:]) //nolint:errcheck // it never fails
	return prefix + tokenText.EncodeToString(bits[:])
}

// tokenLength is the length of every token without its prefix.
const tokenLength = 26

// Parse removes blanks around a pasted token, and reports whether it has the form of one.
func Parse(text, prefix string) (token string, ok bool) {
	token = strings.TrimSpace(text)
	rest, found := strings.CutPrefix(token, prefix)
	return token, found && len(rest) == tokenLength
}

// Hash is the stored form of a token: a reader of the file cannot take part with it. A token has 128 random bits, so it
// needs no salt and no slow hash.
type Hash [sha256.Size]byte

// HashOf returns the stored form of a token.
func HashOf(token string) Hash { return sha256.Sum256([]byte(token)) }

// Equal compares in constant time.
func (h Hash) Equal(other Hash) bool { return subtle.ConstantTimeCompare(h[:], other[:]) == 1 }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return fmt.Errorf("hash is %q, expected %d hexadecimal digits", text, 2*len(h))
	}
	copy(h[:], b)
	return nil
}
