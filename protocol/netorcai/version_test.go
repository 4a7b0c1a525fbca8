package netorcai

import (
	"strings"
	"testing"
)

// TestVersionsOfAnyLength: a minor and a patch number may have any number of digits; the major number must be ours.
func TestVersionsOfAnyLength(t *testing.T) {
	long := strings.Repeat("9", 30)
	for version, fits := range map[string]bool{
		"2.0.0": true, "2.0." + long: true, "2." + long + ".0": true, "2." + long + "." + long: true,
		long + ".0.0": false, "2.0." + long + "x": false, "2.-1.0": false, "2..0": false, "2.0." + long + ".0": false,
	} {
		if err := checkVersion(version); (err == nil) != fits {
			t.Errorf("%s: %v", version, err)
		}
	}
}
