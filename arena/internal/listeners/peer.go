package listeners

// Held says who has the other end of a connection open.
type Held byte

// The values of Held.
const (
	Unknown      Held = iota // the system does not tell
	HeldByThem               // one of the given processes
	HeldByOthers             // none of them
)
