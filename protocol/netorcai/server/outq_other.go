//go:build !linux

package server

func (c *conn) delivered() (all, known bool) { return false, false }

func (c *conn) hasInput() bool { return false }
