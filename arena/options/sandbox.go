//go:build !js

package options

import (
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"blastyard/arena/harness"
	"blastyard/internal/usage"
)

// SandboxFlags defines the options that every command has that starts bots.
func SandboxFlags(f *pflag.FlagSet, mode *string, env *[]string, byDefault string) {
	f.StringVar(mode, "sandbox", byDefault,
		"isolate bots: auto (as far as the system can), off, require, or require=LEVEL"+
			" with LEVEL limits, files or namespaces")
	f.StringArrayVar(env, "env", nil,
		"NAME=VALUE for the environment of bots, which is clean in a sandbox; may be repeated")
}

// CheckSandbox checks the values of the options without looking anything up.
func CheckSandbox(mode string, env []string) error {
	if _, _, err := harness.ParseSandbox(mode); err != nil {
		return usage.Errorf("--sandbox: %w", err)
	}
	for _, e := range env {
		name, _, ok := strings.Cut(e, "=")
		if !ok || name == "" || strings.ContainsRune(e, 0) {
			return usage.Errorf("--env is %q, expected NAME=VALUE", e)
		}
		if strings.ContainsFunc(name, unicode.IsSpace) {
			return usage.Errorf("--env is %q, expected NAME=VALUE without blanks in the name", e)
		}
	}
	return nil
}
