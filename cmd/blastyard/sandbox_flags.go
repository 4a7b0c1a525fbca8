package main

import (
	"strings"

	"github.com/spf13/pflag"

	"blastyard/harness"
)

// sandboxFlags are the options of every command that starts bots.
func sandboxFlags(f *pflag.FlagSet, mode *string, env *[]string, byDefault string) {
	f.StringVar(mode, "sandbox", byDefault,
		"keep bots apart: auto (as far as the system can), off, require, or require=LEVEL"+
			" with LEVEL limits, files or namespaces")
	f.StringArrayVar(env, "env", nil,
		"NAME=VALUE for the environment of bots, which is clean in a sandbox; may be repeated")
}

// checkSandboxFlags checks what can be checked before anything is looked up.
func checkSandboxFlags(mode string, env []string) error {
	if _, _, err := harness.ParseSandbox(mode); err != nil {
		return usagef("--sandbox: %w", err)
	}
	for _, e := range env {
		if name, _, ok := strings.Cut(e, "="); !ok || name == "" || strings.ContainsRune(e, 0) {
			return usagef("--env is %q, expected NAME=VALUE", e)
		}
	}
	return nil
}

// sandboxLine says how far bots are kept apart.
func sandboxLine(box *harness.Sandbox) string {
	if box == nil {
		return "the bots' programs are not kept apart (--sandbox auto does)"
	}
	line := "sandbox of the bots: " + box.Level.String() + ": " + box.Level.Describe()
	if level, why := harness.Reachable(); level < harness.SandboxNamespaces {
		line += " (" + why + ")"
	}
	return line
}
