// Package addresses says where listeners are reached.
package addresses

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
)

// Of says where a listener is reached, as HOST:PORT: by other machines first, by this one last. Of one that
// listens everywhere these are the addresses of this machine's networks and that of loopback.
func Of(a net.Addr) []string {
	return of(a, ownAddresses())
}

// ownAddresses are those of this machine's networks that are up.
func ownAddresses() (own []netip.Addr) {
	networks, err := net.Interfaces()
	if err != nil {
		return nil // loopback is still known
	}
	for i := range networks {
		list, err := networks[i].Addrs()
		if err != nil || networks[i].Flags&net.FlagUp == 0 {
			continue
		}
		for _, x := range list {
			if p, err := netip.ParsePrefix(x.String()); err == nil {
				own = append(own, p.Addr())
			}
		}
	}
	return own
}

// of is Of on a machine with the addresses own.
func of(a net.Addr, own []netip.Addr) []string {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return []string{a.String()}
	}
	host := at.Addr().Unmap()
	if !host.IsUnspecified() {
		return []string{netip.AddrPortFrom(host, at.Port()).String()}
	}
	var v4, v6 []string
	for _, x := range own {
		x = x.Unmap()
		switch text := net.JoinHostPort(x.String(), strconv.Itoa(int(at.Port()))); {
		case x.IsLoopback() || x.IsLinkLocalUnicast() || x.IsMulticast(): // these need a zone, or reach nobody else
		case x.Is4():
			v4 = append(v4, text)
		case at.Addr().Is6():
			v6 = append(v6, text)
		}
	}
	slices.Sort(v4)
	slices.Sort(v6)
	list := append(slices.Compact(v4), slices.Compact(v6)...)
	return append(list, netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), at.Port()).String())
}
