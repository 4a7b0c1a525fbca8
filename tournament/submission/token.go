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

// Prefixes of tokens, so that a person, and a scanner for secrets that were published, knows one.
const (
	invitationPrefix = "byi-"
	tokenPrefix      = "byt-"
)

var tokenText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newToken is a secret of 128 random bits as text.
func newToken(prefix string) string {
	var bits [16]byte
	rand.Read(bits[:]) //nolint:errcheck // it never fails
	return prefix + tokenText.EncodeToString(bits[:])
}

// tokenLength is that of every token without its prefix.
const tokenLength = 26

// parseToken returns a token as it was pasted, without blanks around it, and whether it can be one.
func parseToken(text, prefix string) (token string, ok bool) {
	token = strings.TrimSpace(text)
	rest, found := strings.CutPrefix(token, prefix)
	return token, found && len(rest) == tokenLength
}

// IsInvitation tells an invitation from a token that was exchanged for it.
func IsInvitation(text string) bool {
	_, ok := parseToken(text, invitationPrefix)
	return ok
}

// hash is what is stored of a token: whoever reads the file cannot take part with it. A token has 128 random bits, so
// it needs no salt and no slow hash.
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
