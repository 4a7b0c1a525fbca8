package testbot

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
)

// HostileText is what would set a terminal's title, clear it, and forge a line, if it were printed as it is.
const HostileText = "\x1b]0;owned\x07\x1b[2J\u009b31m\u202e\nFORGED: winner\r\n"

// sayHostile tries hostile texts wherever a bot can before it logs in.
func sayHostile() {
	fmt.Print("out" + HostileText)
	fmt.Fprint(os.Stderr, "err"+HostileText)
	kickFor(`{"message_type":"\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\nFORGED: winner"}`)
	kickFor(`{"message_type":"LOGIN","nickname":"a","role":"\u001b[2J\nFORGED: winner",` +
		`"metaprotocol_version":"2.0.0"}`)
	kickFor(`{"message_type":"LOGIN","nickname":"a","role":"player",` +
		`"metaprotocol_version":"1.\u001b[2J\nFORGED: winner"}`)
}

// kickFor sends one message as the first of a connection, and waits until the server has closed it.
func kickFor(message string) {
	c, err := net.Dial("tcp", home())
	fatal(err)
	defer c.Close()
	_, err = c.Write(Frame(message))
	fatal(err)
	_, _ = io.Copy(io.Discard, c)
}

// Frame is a message as it goes over the wire.
func Frame(message string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(message))), message...)
}
