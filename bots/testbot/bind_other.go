//go:build !linux

package testbot

import "errors"

// Processor is the number of one that this process may use.
func Processor() (int, error) { return 0, errors.ErrUnsupported }

func bind(string, []string) { fatal(errors.ErrUnsupported) }

// compute takes some processor time.
func compute(string) { spin() }
