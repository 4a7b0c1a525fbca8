package match

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
)

// Secret is what the random choices of a match come from, next to its seed, which everybody may know. Nobody who plays
// may see it before the match is over. The zero value means that there is none: everything comes from the seed.
type Secret [16]byte

// ErrSecret is the error of ParseSecret.
var ErrSecret = errors.New("expected 32 hexadecimal digits that are not all 0")

// ParseSecret reads a secret as String writes it.
func ParseSecret(text string) (s Secret, err error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(s) {
		return s, ErrSecret
	}
	if s = Secret(raw); s.IsZero() {
		return s, ErrSecret
	}
	return s, nil
}

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s == Secret{} }

// String returns the secret as 32 hexadecimal digits.
func (s Secret) String() string { return hex.EncodeToString(s[:]) }

// MarshalText implements encoding.TextMarshaler.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It accepts 32 digits 0, which mean that there is no secret.
func (s *Secret) UnmarshalText(text []byte) error {
	if string(text) == (Secret{}).String() {
		*s = Secret{}
		return nil
	}
	secret, err := ParseSecret(string(text))
	if err == nil {
		*s = secret
	}
	return err
}

// Key is what one use of a secret gets. It reveals nothing about the secret, nor about the keys of other uses.
type Key [sha256.Size]byte

// Key returns the key for a use, which has a name, and for numbers such as a player and a round.
func (s Secret) Key(use string, numbers ...uint64) (k Key) {
	h := hmac.New(sha256.New, s[:])
	h.Write(append([]byte("blastyard "+use), 0))
	for _, n := range numbers {
		h.Write(binary.BigEndian.AppendUint64(nil, n))
	}
	h.Sum(k[:0])
	return k
}

// Secret returns the first half of a key as a secret.
func (k Key) Secret() Secret { return Secret(k[:len(Secret{})]) }

// words returns the first half of a key as the seed of a generator.
func (k Key) words() (hi, lo uint64) {
	return binary.BigEndian.Uint64(k[:]), binary.BigEndian.Uint64(k[8:])
}
