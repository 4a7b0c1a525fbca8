package store

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"blastyard/tournament"
)

// seat has the result of a player as the file stores it: these numbers as varints, in this order. The seats of a match
// follow each other by player id.
type seat struct {
	entrant             int64
	version             int64 // number of a text
	rank, score         int64
	reason              int64 // number of a text
	late, host, refused int64
	used                int64

	silent, crashed int64 // packed apart, and only if anybody's is above 0
	failed          bool  // it did not finish, or had bad turns of its own; not packed: it follows from the failures
}

func (s *seat) numbers() [9]*int64 {
	return [9]*int64{&s.entrant, &s.version, &s.rank, &s.score, &s.reason, &s.late, &s.host, &s.refused, &s.used}
}

func packSeats(seats []seat) []byte {
	b := make([]byte, 0, 12*len(seats))
	for i := range seats {
		for _, n := range seats[i].numbers() {
			b = binary.AppendVarint(b, *n)
		}
	}
	return b
}

// packTroubles packs the silent and crashed turns of each seat; nil: there are none.
func packTroubles(seats []seat) (b []byte) {
	if !slices.ContainsFunc(seats, func(s seat) bool { return s.silent > 0 || s.crashed > 0 }) {
		return nil
	}
	for i := range seats {
		b = binary.AppendVarint(binary.AppendVarint(b, seats[i].silent), seats[i].crashed)
	}
	return b
}

// unpackSeats unpacks what packSeats and packTroubles have packed.
func unpackSeats(b, troubles []byte) (seats []seat, err error) {
	for len(b) > 0 {
		var s seat
		numbers := s.numbers()
		if b, err = unpack(b, numbers[:]...); err != nil {
			return nil, err
		}
		if len(troubles) > 0 {
			if troubles, err = unpack(troubles, &s.silent, &s.crashed); err != nil {
				return nil, err
			}
		}
		seats = append(seats, s)
	}
	return seats, nil
}

// unpack reads numbers and returns the remaining bytes.
func unpack(b []byte, numbers ...*int64) ([]byte, error) {
	for _, n := range numbers {
		value, size := binary.Varint(b)
		if size <= 0 {
			return nil, errors.New("seats of a match are cut off")
		}
		*n, b = value, b[size:]
	}
	return b, nil
}

// at returns an item of a list that may be empty as a whole.
func at[T any](list []T, i int) (value T) {
	if len(list) > 0 {
		value = list[i]
	}
	return value
}

// checkLists refuses a result whose lists do not have one item for each player.
func checkLists(r *tournament.Result) error {
	n := len(r.Entrants)
	if n == 0 {
		return fmt.Errorf("match %v has no entrants: expected at least one", r.ID)
	}
	for _, list := range []struct {
		name     string
		length   int
		optional bool
	}{
		{"ranks", len(r.Ranks), false}, {"scores", len(r.Scores), false}, {"versions", len(r.Versions), true},
		{"reasons", len(r.Reasons), true}, {"late", len(r.Late), true}, {"host", len(r.Host), true},
		{"refused", len(r.Refused), true}, {"used_ms", len(r.Used), true}, {"words", len(r.Words), true},
		{"logs", len(r.Logs), true}, {"silent", len(r.Silent), true}, {"crashed", len(r.Crashed), true},
	} {
		if list.length != n && !(list.optional && list.length == 0) {
			return fmt.Errorf("match %v: %s has %d values: expected %d, one a player", r.ID, list.name, list.length, n)
		}
	}
	return nil
}

// packHash returns a hash as bytes, or unchanged if it is not lower-case hexadecimal.
func packHash(text string) any {
	if b, err := hex.DecodeString(text); err == nil && len(b) > 0 && hex.EncodeToString(b) == text {
		return b
	}
	return text
}

func unpackHash(value any) string {
	switch v := value.(type) {
	case []byte:
		return hex.EncodeToString(v)
	case string:
		return v
	}
	return ""
}
