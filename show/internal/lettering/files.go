package lettering

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// Limits of what is looked into.
const (
	maxFiles = 20_000
	maxSize  = 256 << 20 // of a file, in bytes
)

// A file is a font file, or one font of a collection.
type file struct {
	path    string
	name    string // lower case, without its folder
	index   int    // in a collection
	letters font.Cmap
}

// Variable names the environment variable with a folder whose fonts are used instead of those of the system.
const Variable = "BLASTYARD_FONTS"

// Folders are the folders in which this machine has fonts.
func Folders() []string {
	if folder := os.Getenv(Variable); folder != "" {
		return []string{folder}
	}
	return systemFolders()
}

// list finds the font files.
func (f *Fonts) list() {
	if f.listed {
		return
	}
	f.listed = true
	var paths []string
	for _, folder := range f.folders {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if len(paths) >= maxFiles {
				return filepath.SkipAll
			}
			if err == nil && !d.IsDir() && isFont(path) {
				paths = append(paths, path)
			}
			return nil // what cannot be read is left out
		})
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		f.files = append(f.files, filesOf(path)...)
	}
}

func isFont(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".ttf", ".otf", ".ttc", ".otc":
		return true
	}
	return false
}

// filesOf returns the fonts of a file with the letters that they have; none of a file that is no font.
func filesOf(path string) (files []*file) {
	defer func() {
		if recover() != nil { // a damaged font that the library cannot read
			files = nil
		}
	}()
	_ = withLoaders(path, func(loaders []*opentype.Loader) error {
		for i, loader := range loaders {
			table, err := loader.RawTable(opentype.MustNewTag("cmap"))
			if err != nil {
				continue
			}
			parsed, _, err := tables.ParseCmap(table)
			if err != nil {
				continue
			}
			letters, _, err := font.ProcessCmap(parsed, tables.FPNone)
			if err != nil {
				continue
			}
			name := strings.ToLower(filepath.Base(path))
			files = append(files, &file{path: path, name: name, index: i, letters: letters})
		}
		return nil
	})
	return files
}

func withLoaders(path string, use func([]*opentype.Loader) error) error {
	if info, err := os.Stat(path); err != nil {
		return err
	} else if !info.Mode().IsRegular() || info.Size() > maxSize {
		return fs.ErrInvalid
	}
	opened, err := os.Open(path)
	if err != nil {
		return err
	}
	defer opened.Close()
	loaders, err := opentype.NewLoaders(opened)
	if err != nil {
		return err
	}
	return use(loaders)
}

// load reads a font; nil if it cannot be used.
func (f *file) load() (face *font.Face) {
	defer func() {
		if recover() != nil { // a damaged font that the library cannot read
			face = nil
		}
	}()
	_ = withLoaders(f.path, func(loaders []*opentype.Loader) error {
		if f.index >= len(loaders) {
			return fs.ErrInvalid
		}
		parsed, err := font.NewFont(loaders[f.index])
		if err == nil {
			face = font.NewFace(parsed)
		}
		return err
	})
	return face
}

// face returns the font of a file; nil if it cannot be used.
func (f *Fonts) face(of *file) *font.Face {
	face, known := f.loaded[of]
	if !known {
		face = of.load()
		f.loaded[of] = face
	}
	return face
}

// has reports whether the font has all of a letter that is drawn.
func (f *file) has(letter string) bool {
	for _, r := range letter {
		if _, has := f.letters.Lookup(r); !has && !silent(r) {
			return false
		}
	}
	return true
}

// silent reports whether a character only says how others are drawn: joiners, variation selectors, tags.
func silent(r rune) bool {
	return r == 0x200c || r == 0x200d || unicode.Is(unicode.Variation_Selector, r) || 0xe0020 <= r && r <= 0xe007f
}

// distances say what makes a file less fit: the less, the better.
var distances = []struct {
	part string
	by   int
}{
	{"lastresort", 1000}, {"unifont", 500}, {"fallback", 200}, {"serif", 20}, {"naskh", 20}, {"kufi", 25},
	{"nastaliq", 30}, {"rashi", 30}, {"looped", 10}, {"mono", 20}, {"display", 20}, {"unjoined", 30}, {"condensed", 20},
	{"ui-", 5}, {"italic", 20}, {"oblique", 20}, {"slanted", 20}, {"light", 10}, {"thin", 10}, {"black", 10},
	{"medium", 6}, {"semi", 6}, {"extra", 10}, {"symbol", 15}, {"math", 30},
}

// distance says how well a file fits: a plain sans serif of the weight, Noto before others, emoji in colour.
func (f *file) distance(bold, emoji bool) int {
	sum := 0
	for _, d := range distances {
		if strings.Contains(f.name, d.part) {
			sum += d.by
		}
	}
	if strings.Contains(f.name, "bold") != bold {
		sum += 2
	}
	if !strings.HasPrefix(f.name, "noto") {
		sum += 4
	}
	if strings.Contains(f.name, "emoji") != emoji {
		sum += 100
	}
	return sum
}

// choose returns the font in which a letter is drawn that the base has not; nil if no font has it.
func (f *Fonts) choose(letter string, bold bool) *font.Face {
	key := choice{letter, bold}
	if face, known := f.chosen[key]; known {
		return face
	}
	f.list()
	var able []*file
	for _, candidate := range f.files {
		if candidate.has(letter) {
			able = append(able, candidate)
		}
	}
	emoji := isEmoji(letter)
	slices.SortStableFunc(able, func(a, b *file) int {
		return cmp.Compare(a.distance(bold, emoji), b.distance(bold, emoji))
	})
	for _, candidate := range able {
		if face := f.face(candidate); face != nil && draws(face, letter) {
			f.chosen[key] = face
			return face
		}
	}
	f.chosen[key] = nil
	return nil
}

// isEmoji reports whether a letter is a picture in colour.
func isEmoji(letter string) bool {
	for _, r := range letter {
		if r == 0xfe0f || 0x1f000 <= r && r <= 0x1fbff {
			return true
		}
	}
	return false
}
