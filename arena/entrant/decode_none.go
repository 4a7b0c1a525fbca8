//go:build !unix && !windows

package entrant

import "fmt"

// decode reads nothing: on this system no program can be started either, and what reads TOML is large.
func decode(file string, _ any) error {
	return fileError{fmt.Errorf("%s: bots files cannot be read on this system", file)}
}
