package serve

import (
	"fmt"
	"strings"
	"testing"
)

// qrBlocks are the numbers of data bytes of each block, and of error correction bytes in a block, of the codes of versions
// 1 to 6 at level M (ISO/IEC 18004, table 9).
var qrBlocks = [][3]int{1: {1, 16, 10}, {1, 28, 16}, {1, 44, 26}, {2, 32, 18}, {2, 43, 24}, {4, 27, 16}}

// decodeQR reads a code as the standard says, and checks all its bytes by the error correction.
func decodeQR(rows []string) (string, error) {
	n := len(rows)
	version := (n - 17) / 4
	if version < 1 || version >= len(qrBlocks) || n != 17+4*version {
		return "", fmt.Errorf("%d rows", n)
	}
	dark := func(x, y int) int { return int(rows[y][x] - '0') }
	format := 0 // beside the upper left pattern, the highest bit first
	for _, at := range [][2]int{{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {7, 8}, {8, 8}, {8, 7}, {8, 5}, {8, 4}, {8, 3},
		{8, 2}, {8, 1}, {8, 0}} {
		format = format<<1 | dark(at[0], at[1])
	}
	if format ^= 0b101010000010010; format>>13 != 0 {
		return "", fmt.Errorf("level %02b, not M", format>>13)
	}
	inMask := qrMasks[format>>10&7]
	var bits []int
	for right, up := n-1, true; right > 0; right, up = right-2, !up {
		if right == 6 {
			right = 5 // the column of the timing pattern
		}
		for i := range n {
			y := i
			if up {
				y = n - 1 - i
			}
			for _, x := range []int{right, right - 1} {
				if !qrFixed(x, y, n, version) {
					bit := dark(x, y)
					if inMask(x, y) {
						bit ^= 1
					}
					bits = append(bits, bit)
				}
			}
		}
	}
	data, err := qrData(bits, qrBlocks[version])
	if err != nil {
		return "", err
	}
	if mode, length := data[0]>>4, int(data[0]&15)<<4|int(data[1]>>4); mode == 4 && length < len(data)-1 {
		text := make([]byte, length)
		for i := range text {
			text[i] = data[i+1]<<4 | data[i+2]>>4
		}
		return string(text), nil
	}
	return "", fmt.Errorf("no bytes: % x", data)
}

var qrMasks = []func(x, y int) bool{
	func(x, y int) bool { return (x+y)%2 == 0 },
	func(_, y int) bool { return y%2 == 0 },
	func(x, _ int) bool { return x%3 == 0 },
	func(x, y int) bool { return (x+y)%3 == 0 },
	func(x, y int) bool { return (y/2+x/3)%2 == 0 },
	func(x, y int) bool { return x*y%2+x*y%3 == 0 },
	func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
	func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
}

// qrFixed tells whether a place of a code holds no data: patterns in the corners with the format beside them, timing, and
// from version 2 on the alignment pattern.
func qrFixed(x, y, n, version int) bool {
	corner := x < 9 && y < 9 || x >= n-8 && y < 9 || x < 9 && y >= n-8
	middle := n - 7
	return corner || x == 6 || y == 6 || version > 1 && max(x-middle, middle-x) <= 2 && max(y-middle, middle-y) <= 2
}

// qrData are the data bytes of a code, whose blocks take turns. All blocks must be multiples of the generator.
func qrData(bits []int, layout [3]int) (data []byte, err error) {
	count, length, extra := layout[0], layout[1], layout[2]
	if len(bits)/8 != count*(length+extra) {
		return nil, fmt.Errorf("%d bits", len(bits))
	}
	blocks := make([][]byte, count)
	for i := range count * (length + extra) {
		var b byte
		for _, bit := range bits[8*i : 8*i+8] {
			b = b<<1 | byte(bit)
		}
		blocks[i%count] = append(blocks[i%count], b)
	}
	for _, block := range blocks {
		root := byte(1)
		for i := range extra {
			var value byte
			for _, b := range block {
				value = times(value, root) ^ b
			}
			if value != 0 {
				return nil, fmt.Errorf("block % x is wrong at root %d", block, i)
			}
			root = times(root, 2)
		}
		data = append(data, block[:length]...)
	}
	return data, nil
}

// times multiplies in the field of 256 elements of QR codes.
func times(a, b byte) (product byte) {
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			product ^= a
		}
		a = a<<1 ^ a>>7*0x1d
	}
	return product
}

// TestQRIsTheAddress: a decoder that follows the standard reads every address in its code.
func TestQRIsTheAddress(t *testing.T) {
	for _, address := range []string{"http://10.0.0.1/", "http://192.168.1.5:8080/", "http://[fd00::1234:5678:9abc:def0]:65535/",
		"https://contest.example/event/rounds/12/matches/7?seat=ann&key=0123456789abcdef", "http://grüße.example/é",
		"http://10.0.0.1:8080/" + strings.Repeat("a", 80)} {
		if got, err := decodeQR(QR(address)); err != nil || got != address {
			t.Errorf("%s is read as %q, %v", address, got, err)
		}
	}
}
