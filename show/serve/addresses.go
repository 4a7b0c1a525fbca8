package serve

import (
	"bytes"
	"image/color"
	"net"

	"github.com/boombuler/barcode/qr"

	"blastyard/internal/addresses"
	"blastyard/internal/website"
)

// pages returns the addresses of a page at a listener, in the order of addresses.Of.
func pages(list []string) []string {
	pages := make([]string, len(list))
	for i, a := range list {
		pages[i] = "http://" + a + "/"
	}
	return pages
}

// QR returns a text as a QR code: rows of 0 and 1, without a margin. It returns nil if the text is too long.
func QR(text string) []string {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil
	}
	var rows []string
	for y := range code.Bounds().Dy() {
		row := bytes.Repeat([]byte{'0'}, code.Bounds().Dx())
		for x := range row {
			if code.At(x, y) == color.Black {
				row[x] = '1'
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}

// NewLobby is the lobby of a match on a page: bots is where they connect, none where none is waited for. The page is at
// the website, or at the address of its listener.
func NewLobby(seats []LobbySeat, bots []string, page net.Addr, site *website.Site) *Lobby {
	l := &Lobby{Waiting: true, Seats: append([]LobbySeat{}, seats...), Addresses: append([]string{}, bots...),
		Page: []string{}}
	switch {
	case site.Known():
		l.Page = []string{site.URL("")}
		l.QR = QR(l.Page[0])
	case page != nil:
		at := addresses.Of(page)
		l.Page = pages(at)
		if !IsLoopback(at[0]) {
			l.QR = QR(l.Page[0])
		}
	}
	return l
}
