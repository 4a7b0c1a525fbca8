package submission

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strings"
)

// Prefixes of tokens, so that people, and scanners for published secrets, recognise one.
const (
	invitationPrefix = "byi-"
	tokenPrefix      = "byt-"
)

var tokenText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newToken returns a secret of 128 random bits as text.
func newToken(prefix string) string {
	var bits [16]byte
	rand.Read(bits[:]) //nolint:errcheck // it never fails
	return prefix + tokenText.EncodeToString(bits[:])
}

// tokenLength is the length of every token without its prefix.
const tokenLength = 26

// parseToken removes blanks around a pasted token, and reports whether it has the form of one.
func parseToken(text, prefix string) (token string, ok bool) {
	token = strings.TrimSpace(text)
	rest, found := strings.CutPrefix(token, prefix)
	return token, found && len(rest) == tokenLength
}

// IsInvitation reports whether a text has the form of an invitation rather than of a token.
func IsInvitation(text string) bool {
	_, ok := parseToken(text, invitationPrefix)
	return ok
}

// hash is the stored form of a token: a reader of the file cannot take part with it. A token has 128 random bits, so it
// needs no salt and no slow hash.
type hash [sha256.Size]byte

func hashOf(token string) hash { return sha256.Sum256([]byte(token)) }

func (h hash) equal(other hash) bool { return subtle.ConstantTimeCompare(h[:], other[:]) == 1 }

// MarshalText implements encoding.TextMarshaler.
func (h hash) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return fmt.Errorf("hash is %q, expected %d hexadecimal digits", text, 2*len(h))
	}
	copy(h[:], b)
	return nil
}
