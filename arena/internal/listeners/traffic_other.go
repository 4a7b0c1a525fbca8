//go:build !linux

package listeners

// Traffic returns nothing, because the system does not tell.
func (*Conn) Traffic() (t Traffic, ok bool) { return t, false }
