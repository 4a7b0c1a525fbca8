package listeners

import "time"

// Traffic is what the system knows about the data of a connection.
type Traffic struct {
	Received uint64    // bytes that have come, whether they were read or not
	Came     time.Time // when the last of them came
	Sent     time.Time // when this side last sent something; zero: not known
}
