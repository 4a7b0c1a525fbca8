package listeners

// Held says which process holds the other end of a connection.
type Held byte

// The values of Held.
const (
	Unknown      Held = iota // the system does not say
	HeldByThem               // one of the given processes
	HeldByOthers             // none of them
)
