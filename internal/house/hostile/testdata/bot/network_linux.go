package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/house/hostile/testdata/scenes"
)

// networkAttacks talk to others. Who listens there notes what it hears.
var networkAttacks = []attempt{
	{name: "tcp", try: func(s *scenes.Scene) (string, error) { return send("tcp", s.TCP, 0) }},
	{name: "tcp6", try: tcp6},
	{name: "mptcp", try: func(s *scenes.Scene) (string, error) { return send("mptcp", s.TCP, unix.IPPROTO_MPTCP) }},
	{name: "fast-open", try: fastOpen},
	{name: "udp-send", try: func(s *scenes.Scene) (string, error) { return udpSend(s.UDP) }},
	{name: "udp-receive", try: udpReceive},
	{name: "listen", try: listen},
	{name: "listen-unbound", try: listenUnbound},
	{name: "unix-path", try: func(s *scenes.Scene) (string, error) {
		return sendUnix(s.Socket,
			unix.SOCK_STREAM, "unix-path")
	}},
	{name: "unix-datagram", try: func(s *scenes.Scene) (string, error) {
		return sendUnix(s.Datagram, unix.SOCK_DGRAM, "unix-datagram")
	}},
	{name: "unix-abstract", try: func(s *scenes.Scene) (string, error) {
		return sendUnix("@"+s.Abstract, unix.SOCK_STREAM, "unix-abstract")
	}},
	{name: "pair-datagram", try: pairDatagram},
	{name: "descriptors-in-flight", try: descriptorsInFlight, alone: true},
	{name: "port-of-match", try: portOfMatch},
	{name: "ports-of-others", try: portsOfOthers},
	{name: "interfaces", try: interfaces},
	{name: "netlink", try: netlink},
	{name: "packet",
		try: func(*scenes.Scene) (string, error) { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0x0300) }},
	{name: "raw", try: func(*scenes.Scene) (string, error) {
		return socket(unix.AF_INET, unix.SOCK_RAW,
			unix.IPPROTO_ICMP)
	}},
	{name: "vsock", try: func(*scenes.Scene) (string, error) { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) }},
	{name: "io-uring", try: ioUring},
}

// hello is the first line of what networkAttacks send, before the name of the attack.
const hello = "hostile "

// send connects by TCP, with the protocol that a plain library would not use, and sends the name of the attack.
func send(name string, port, protocol int) (string, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, protocol)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if err := unix.Connect(fd, loopback(port)); err != nil {
		return "", err
	}
	_, err = unix.Write(fd, []byte(hello+name+"\n"))
	return "connected", err
}

func loopback(port int) *unix.SockaddrInet4 {
	return &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}
}

func tcp6(s *scenes.Scene) (string, error) {
	c, err := net.Dial("tcp6", fmt.Sprintf("[::1]:%d", s.TCP6))
	if err != nil {
		return "", err
	}
	defer c.Close()
	_, err = fmt.Fprintln(c, hello+"tcp6")
	return "connected", err
}

// fastOpen connects by sending.
func fastOpen(s *scenes.Scene) (string, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	return "connected", unix.Sendto(fd, []byte(hello+"fast-open\n"), unix.MSG_FASTOPEN, loopback(s.TCP))
}

func udpSend(port int) (string, error) {
	c, err := net.Dial("udp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return "", err
	}
	defer c.Close()
	_, err = fmt.Fprintln(c, hello+"udp-send")
	return "sent", err
}

// udpReceive waits for what the test sends to the free address all the time.
func udpReceive(s *scenes.Scene) (string, error) {
	c, err := net.ListenPacket("udp4", s.Free)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(listenTime(s))); err != nil {
		return "", err
	}
	n, _, err := c.ReadFrom(make([]byte, 100))
	return fmt.Sprintf("received %d bytes", n), err
}

// listenTime is how long the test has to reach the bot. It tries all the time, and cannot succeed where the bot has a
// network of its own.
func listenTime(s *scenes.Scene) time.Duration {
	if inNetwork(s) != nil {
		return 3 * time.Second
	}
	return patience / 2
}

func listen(s *scenes.Scene) (string, error) {
	l, err := net.Listen("tcp4", s.Free)
	if err != nil {
		return "", err
	}
	defer l.Close()
	if err := l.(*net.TCPListener).SetDeadline(time.Now().Add(listenTime(s))); err != nil {
		return "", err
	}
	c, err := l.Accept()
	if err != nil {
		return "", err
	}
	return "somebody connected", c.Close()
}

// listenUnbound listens without asking for a port: the system gives one.
func listenUnbound(s *scenes.Scene) (string, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if err := unix.Listen(fd, 1); err != nil {
		return "", err
	}
	return "listens", inNetwork(s)
}

// inNetwork is an error where this process has a network of its own, in which nobody else is.
func inNetwork(s *scenes.Scene) error {
	here, err := os.Readlink("/proc/self/ns/net")
	if err != nil || here != s.Network {
		return fmt.Errorf("a network of its own: %s %w", here, errors.Join(errMissed, err))
	}
	return nil
}

func sendUnix(address string, kind int, name string) (string, error) {
	fd, err := unix.Socket(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	if err := unix.Connect(fd, &unix.SockaddrUnix{Name: address}); err != nil {
		return "", err
	}
	_, err = unix.Write(fd, []byte(hello+name+"\n"))
	return "connected", err
}

// portsOfOthers looks for the port of the organiser's in the list of all.
func portsOfOthers(s *scenes.Scene) (string, error) {
	return holds("/proc/net/tcp", fmt.Sprintf("0100007F:%04X", s.TCP))
}

// interfaces lists the network's interfaces and looks for one that is not the loopback.
func interfaces(*scenes.Scene) (string, error) {
	text, err := os.ReadFile("/proc/net/dev")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, _, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && name != "lo" {
			return name, nil
		}
	}
	return "", errMissed
}

// netlink opens what tells and sets the network's interfaces.
func netlink(s *scenes.Scene) (string, error) {
	if _, err := socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE); err != nil {
		return "", err
	}
	return "opened", inNetwork(s)
}

func socket(family, kind, protocol int) (string, error) {
	fd, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC, protocol)
	if err != nil {
		return "", err
	}
	return "opened", unix.Close(fd)
}

// ioUring asks for a queue of system calls that no filter sees.
func ioUring(*scenes.Scene) (string, error) {
	var parameters [120]byte
	fd, _, e := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, word(&parameters), 0)
	if e != 0 {
		return "", e
	}
	return "opened", unix.Close(int(fd))
}

// pairDatagram sends by a socket that the bot has as one of a pair.
func pairDatagram(s *scenes.Scene) (string, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(pair[0])
	defer unix.Close(pair[1])
	return "sent", unix.Sendto(pair[0], []byte(hello+"pair-datagram"), 0, &unix.SockaddrUnix{Name: s.Datagram})
}

// inFlight is how many descriptors the bot wants to have on their way at a time. Most programs cannot send any while
// there are more than 1,024 of their user's.
const inFlight = 900

func descriptorsInFlight(*scenes.Scene) (string, error) {
	n, err := fly(inFlight)
	if err != nil {
		return "", fmt.Errorf("after %d: %w", n, err)
	}
	return fmt.Sprintf("%d are on their way", n), nil
}

// fly sends descriptors that nobody receives. They are on their way until this process ends.
func fly(most int) (n int, err error) {
	const each = 100
	rights := unix.UnixRights(make([]int, each)...)
	for {
		pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			return n, err
		}
		for range 4 {
			if n >= most {
				return n, nil
			}
			if err := unix.Sendmsg(pair[0], []byte("x"), rights, nil, unix.MSG_DONTWAIT); err != nil {
				return n, err
			}
			n += each
		}
	}
}

// portOfMatch connects to the port number of the match at another address, where no program listens.
func portOfMatch(s *scenes.Scene) (string, error) {
	var port int
	if _, err := fmt.Sscan(os.Getenv("NETORCAI_PORT"), &port); err != nil {
		return "", err
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	err = unix.Connect(fd, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 5}})
	if err != nil && !errors.Is(err, unix.ECONNREFUSED) { // it was refused by the other address
		return "", err
	}
	return "came to another address", inNetwork(s)
}
