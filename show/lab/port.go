package lab

// A Port is the way to a program of the page.
type Port interface {
	// Listen says who hears what the program says. hear returns at once.
	Listen(hear func(Message))
	Send(line string)
	Close() // may be called again
}

// A Message is what a program of the page has said. It is not to be trusted.
type Message struct {
	Kind MessageKind
	Turn int    // of an Answer
	Text string // JSON of an Answer, the line of an Output or an Error, why it is Gone; more than MaxText is too much
}

// MessageKind is what a message is about.
type MessageKind uint8

// The kinds of messages.
const (
	Answer MessageKind = iota // to a turn
	Output                    // a line that it printed
	Error                     // one on its error stream
	Gone                      // it has ended
)

// MaxText is how many bytes a message may have.
const MaxText = 64 << 10
