package options

import (
	"strings"
	"testing"
)

// TestEnvNames: a name with blanks is no variable that a bot could find.
func TestEnvNames(t *testing.T) {
	for env, want := range map[string]string{"A=1": "", "A=": "", "A= 1": "", "A =1": `--env is "A =1", expected NAME=VALUE without blanks in the name`,
		" A=1": "without blanks", "A": `--env is "A", expected NAME=VALUE`, "=1": "expected NAME=VALUE"} {
		err := CheckSandbox("off", []string{env})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", env, err, want)
		}
	}
}
