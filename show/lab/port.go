package lab

// A Port is the connection to a program of the page.
type Port interface {
	// Listen sets the function that receives the program's messages. hear returns at once.
	Listen(hear func(Message))
	Send(line string)
	Close() // may be called more than once
}

// A Message comes from a program of the page. It is not trustworthy.
type Message struct {
	Kind MessageKind
	Turn int    // of an Answer
	Text string // JSON of an Answer, a line of Output or Error, or the reason for Gone; up to MaxText
}

// MessageKind is the kind of a message.
type MessageKind uint8

// The kinds of messages.
const (
	Answer MessageKind = iota // an answer to a turn
	Output                    // a line of its standard output
	Error                     // a line of its error stream
	Gone                      // the program has ended
)

// MaxText is the largest size of a message in bytes.
const MaxText = 64 << 10
