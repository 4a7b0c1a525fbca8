package listeners

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
)

// HeldBy reports whether one of the processes with the given ids has the other end of a connection open. Both ends must
// be on this machine, and in the same network namespace.
func HeldBy(c *net.TCPConn, pids []int) Held {
	inode, err := peerInode(c)
	if err != nil {
		return Unknown
	}
	if inode == 0 {
		return HeldByOthers // it was closed
	}
	want := "socket:[" + strconv.FormatUint(inode, 10) + "]"
	answer := HeldByOthers
	for _, pid := range pids {
		switch held, err := holds(pid, want); {
		case held:
			return HeldByThem
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			answer = Unknown
		}
	}
	return answer
}

// holds reports whether a process has a file open whose link in /proc is want.
func holds(pid int, want string) (bool, error) {
	folder := "/proc/" + strconv.Itoa(pid) + "/fd"
	dir, err := os.Open(folder)
	if err != nil {
		return false, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	for _, name := range names {
		if link, err := os.Readlink(folder + "/" + name); err == nil && link == want {
			return true, nil
		}
	}
	return false, err
}

// peerInode returns the inode of the socket at the other end of a connection, or 0 if it was closed.
func peerInode(c *net.TCPConn) (uint64, error) {
	peer, ours := addrPort(c.RemoteAddr()), addrPort(c.LocalAddr())
	if !peer.IsValid() || !ours.IsValid() {
		return 0, errors.New("listeners: the connection has no addresses")
	}
	// a program may use either for 127.0.0.1
	for _, list := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		inode, err := findSocket(list, peer, ours)
		if inode != 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return inode, err
		}
	}
	return 0, nil
}

func addrPort(a net.Addr) netip.AddrPort {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.AddrPort{}
	}
	p := tcp.AddrPort()
	return netip.AddrPortFrom(p.Addr().Unmap(), p.Port())
}

// findSocket looks for the socket from local to remote in one of the lists that the kernel keeps in /proc.
func findSocket(list string, local, remote netip.AddrPort) (inode uint64, err error) {
	f, err := os.Open(list)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		field := strings.Fields(lines.Text())
		const inodeField = 9
		if len(field) <= inodeField || parseAddr(field[1]) != local || parseAddr(field[2]) != remote {
			continue
		}
		return strconv.ParseUint(field[inodeField], 10, 64)
	}
	return 0, lines.Err()
}

// parseAddr reads an address as the kernel prints it: 32-bit words in the byte order of the machine, a colon, the port.
// It returns the zero value if s is not an address.
func parseAddr(s string) netip.AddrPort {
	address, port, _ := strings.Cut(s, ":")
	words, err := hex.DecodeString(address)
	number, portErr := strconv.ParseUint(port, 16, 16)
	if err != nil || portErr != nil || len(words)%4 != 0 {
		return netip.AddrPort{}
	}
	for i := 0; i < len(words); i += 4 {
		binary.NativeEndian.PutUint32(words[i:], binary.BigEndian.Uint32(words[i:]))
	}
	ip, ok := netip.AddrFromSlice(words)
	if !ok {
		return netip.AddrPort{}
	}
	return netip.AddrPortFrom(ip.Unmap(), uint16(number))
}
