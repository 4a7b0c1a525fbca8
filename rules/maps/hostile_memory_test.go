//go:build !race

package maps

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"blastyard/internal/stage"
)

// hostileMaps are files of the largest size that is read, made to take as much memory as possible.
func hostileMaps(t *testing.T) map[string]string {
	const starts = `"initial_positions":{"0":[{"q":0,"r":0}]}`
	fill := func(begin, part, end string) string {
		return begin + strings.Repeat(part, (MaxFile-len(begin)-len(end))/len(part)) + end
	}
	keys := func(begin, format, end string) string {
		var b strings.Builder
		b.WriteString(begin)
		for i := 0; b.Len()+len(end)+30 < MaxFile; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String() + end
	}
	const tiled = `{"orientation":"hexagonal","staggeraxis":"y","staggerindex":"odd","layers":[`
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	tiles := bytes.Repeat([]byte{1, 0, 0, 0}, maxTiles)
	if _, err := z.Write(tiles); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	layer := func(width int, data string) string {
		return fmt.Sprintf(`{"type":"tilelayer","width":%d,"height":1,"encoding":"base64","compression":"zlib","data":"%s"},`, width, data)
	}
	bomb := layer(maxTiles, base64.StdEncoding.EncodeToString(packed.Bytes()))
	packed.Reset()
	z.Reset(&packed)
	if _, err := z.Write(make([]byte, 4*maxTiles)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	empty := layer(maxTiles, base64.StdEncoding.EncodeToString(packed.Bytes()))
	return map[string]string{
		"cells":              fill(`{"cells":[`, `{"q":0,"r":0},`, `{"q":1,"r":0}],`+starts+`}`),
		"small items":        fill(`{"cells":[`, `0,`, `0],`+starts+`}`),
		"small cells":        fill(`{"cells":[`, `{},`, `{}],`+starts+`}`),
		"keys of a cell":     keys(`{"cells":[{`, `"k%d":0,`, `"q":0,"r":"x"}],`+starts+`}`),
		"players":            keys(`{"cells":[{"q":0,"r":0}],"initial_positions":{`, `"%d":[],`, `"x":[]}}`),
		"keys":               keys(`{`, `"k%d":0,`, `"x":0}`),
		"a picture":          fill("", strings.Repeat(". ", 4000)+"\n", ""),
		"short lines":        fill("", ".|", ""),
		"empty lines":        fill("", "\n", ""),
		"cells by place":     keys("", "cell: (%d,0) .\n", ""),
		"heads":              fill("", "a:", ""),
		"a long word":        fill("", "a", ""),
		"layers":             fill(tiled, `{},`, `{}]}`),
		"groups":             fill(tiled, `{"type":"group","layers":[]},`, `{}]}`),
		"chunks":             fill(tiled+`{"type":"tilelayer","chunks":[`, `{},`, `{}]}]}`),
		"tiles that are set": fill(tiled, `{"type":"tilelayer","width":4,"height":1,"data":[1,1,1,1]},`, `{}]}`),
		"a tile bomb":        tiled + bomb + bomb + `{}]}`,
		"empty tile bombs":   tiled + strings.Repeat(empty, 20) + `{}]}`,
	}
}

// TestHostileFilesAreBounded: a hostile file takes at most so many MiB of memory, including garbage, and is finally
// refused.
func TestHostileFilesAreBounded(t *testing.T) {
	stage.Only(t, "measures the memory that hostile maps take")
	const most = 300
	for name, file := range hostileMaps(t) {
		if len(file) > MaxFile {
			t.Errorf("%s: %d bytes, which nobody reads", name, len(file))
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		m, err := Decode([]byte(file), Detect([]byte(file)))
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s: read, with %d cells", name, len(m.Cells))
		}
		took := (after.TotalAlloc - before.TotalAlloc) >> 20
		if took > most {
			t.Errorf("%s: %d MiB, want at most %d", name, took, most)
		}
	}
}
