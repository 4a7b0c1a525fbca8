//go:build !bundled

package module

func bundled() *Module { return nil }
