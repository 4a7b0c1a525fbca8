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

var errSecret = errors.New("expected 32 hexadecimal digits")

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s == Secret{} }

// String returns the secret as 32 hexadecimal digits.
func (s Secret) String() string { return hex.EncodeToString(s[:]) }

// MarshalText implements encoding.TextMarshaler.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler: it reads what String writes.
func (s *Secret) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != len(s) {
		return errSecret
	}
	*s = Secret(raw)
	return nil
}

// Key returns the key for a use, which has a name, and for numbers such as a player and a round. It reveals nothing
// about the secret, nor about the keys of other uses.
func (s Secret) Key(use string, numbers ...uint64) (k [sha256.Size]byte) {
	h := hmac.New(sha256.New, s[:])
	h.Write(append([]byte("blastyard "+use), 0))
	for _, n := range numbers {
		h.Write(binary.BigEndian.AppendUint64(nil, n))
	}
	h.Sum(k[:0])
	return k
}

// words returns the first half of a key as the seed of a generator.
func (s Secret) words(use string, numbers ...uint64) (hi, lo uint64) {
	k := s.Key(use, numbers...)
	return binary.BigEndian.Uint64(k[:]), binary.BigEndian.Uint64(k[8:])
}
