package entrance

// Held says whether some processes hold the other end of a connection.
type Held byte

// The answers.
const (
	Unknown Held = iota // the system does not tell
	HeldByThem
	HeldByOthers
)
