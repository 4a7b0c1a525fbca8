//go:build !unix && !windows

package entrant

import "fmt"

// decode always fails: this system cannot start programs, and a TOML parser would make the module large.
func decode(file string, _ any) error {
	return fileError{fmt.Errorf("%s: bots files cannot be read on this system", file)}
}
