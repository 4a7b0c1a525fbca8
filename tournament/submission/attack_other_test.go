//go:build !linux

package submission

func attack(string, []string) {}
