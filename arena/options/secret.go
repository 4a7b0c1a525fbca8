//go:build !js

package options

import (
	crand "crypto/rand"
	"errors"
	"math/rand/v2"
	"strings"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/internal/regular"
)

// SecretFlag is a flag value: the digits of a secret, or @ and a file with them. Every process of the machine may see
// the command line, but not the file.
type SecretFlag match.Secret

const maxSecretFile = 1000 // bytes

var errSecret = errors.New("expected 32 hexadecimal digits that are not all 0, or @ and a file with them")

// Set implements pflag.Value.
func (s *SecretFlag) Set(text string) error {
	if file, is := strings.CutPrefix(text, "@"); is {
		content, err := regular.ReadText(file, maxSecretFile)
		if err != nil {
			return err
		}
		text = strings.TrimSpace(string(content))
	}
	var secret match.Secret
	if err := secret.UnmarshalText([]byte(text)); err != nil || secret.IsZero() {
		return errSecret
	}
	*s = SecretFlag(secret)
	return nil
}

// String implements pflag.Value.
func (s *SecretFlag) String() string {
	if secret := match.Secret(*s); !secret.IsZero() {
		return secret.String()
	}
	return ""
}

// Type implements pflag.Value.
func (s *SecretFlag) Type() string { return "HEX or @FILE" }

// Seeds are drawn below this number, which every language reads exactly.
const drawnSeeds = 1 << 53

// draw draws the seed of a config, and its secret if none is given.
func (o *Options) draw(c *arena.Config) {
	most := uint64(drawnSeeds - 1)
	if k, err := game.Find(games.All(), c.Game); err == nil {
		most = min(most, k.MaxSeed)
	}
	c.Seed = rand.Uint64N(most + 1)
	for c.Secret.IsZero() {
		_, _ = crand.Read(c.Secret[:]) // it never fails
	}
}
