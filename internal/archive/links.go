package archive

import (
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// A link of an archive points from its own folder to a file or folder of the same archive, by a relative path without
// detours: "../x/cli.js". So it stays inside wherever the folder is, and a reader never needs to follow a link to judge
// another one. Links are created after everything else, so nothing is written through one.

// link is a link, and where it points to: both are paths in the archive.
type link struct{ name, target string }

// text is what the link says.
func (l link) text() string {
	text, err := filepath.Rel(filepath.FromSlash(path.Dir(l.name)), filepath.FromSlash(l.target))
	if err != nil {
		panic("archive: both paths are relative and clean: " + err.Error())
	}
	return filepath.ToSlash(text)
}

// linkOf returns the link with a name and a text, or refuses it.
func linkOf(name, text string) (link, error) {
	refused := func(why string) (link, error) {
		return link{}, refuse(name, "it is a link to %q, %s", shortened(text), why)
	}
	switch target := path.Join(path.Dir(name), text); {
	case !utf8.ValidString(text) || text == "" || strings.ContainsAny(text, "\\\x00"):
		return refused("which is no path inside the folder")
	case path.IsAbs(text) || target == ".." || strings.HasPrefix(target, "../"):
		return refused("outside of the folder: put there what it points to")
	case hasDetour(text):
		return refused("with a detour: make it shorter")
	case target == "." || strings.HasPrefix(name+"/", target+"/"):
		return refused("which contains it: remove it")
	default:
		return link{name, target}, nil
	}
}

// hasDetour reports whether a path goes up after it went down. If it went down through another link, it would lead
// elsewhere than it seems.
func hasDetour(text string) bool {
	down := false
	for part := range strings.SplitSeq(text, "/") {
		if part == ".." && down {
			return true
		}
		down = down || part != "" && part != "." && part != ".."
	}
	return false
}

// checkLinks refuses links that do not point to a plain file or folder of the archive.
func (n *names) checkLinks(links []link) error {
	for _, l := range links {
		switch to, known := n.seen[folded(l.target)]; {
		case known && to.name == l.target && to.kind != aLink:
		case known && to.name == l.target:
			return refuse(l.name, "it is a link to %q, which is a link, too", shortened(l.text()))
		default:
			return refuse(l.name, "it is a link to %q, which is not in the archive", shortened(l.text()))
		}
	}
	return nil
}

// mostHops limits the links on the way to a file.
const mostHops = 40

// follow returns the link with a name in the folder of the packer. It points to where all links on the way lead, by the
// shortest path: an absolute one, and one with a detour, may stay inside, too.
func (p *packer) follow(name string) (link, error) {
	r := route{p: p, at: name}
	if err := r.through(name); err != nil {
		return link{}, err
	}
	for len(r.rest) > 0 {
		if err := r.step(); err != nil {
			return link{}, err
		}
		if r.hops > mostHops {
			return link{}, refuse(name, "it is a link that leads in a circle")
		}
	}
	return linkOf(name, link{name, r.at}.text())
}

// route is a way through the folder of a packer, part by part, also through links.
type route struct {
	p    *packer
	at   string   // where it is, by a path without links
	rest []string // of the path to go
	link string   // the last link that it went through
	text string   // what that says
	hops int
}

// through goes on where a link points to.
func (r *route) through(name string) error {
	text, err := r.p.root.Readlink(filepath.FromSlash(name))
	if err != nil {
		return err
	}
	r.link, r.text, r.at = name, filepath.ToSlash(text), path.Dir(name)
	r.hops++
	if filepath.IsAbs(text) || path.IsAbs(r.text) {
		return r.enter(text)
	}
	if text = r.text; !utf8.ValidString(text) || text == "" || strings.ContainsAny(text, "\\\x00") {
		return r.refuse("which is no path inside the folder")
	}
	r.rest = append(strings.Split(text, "/"), r.rest...)
	return nil
}

// step goes on by one part of the path.
func (r *route) step() error {
	part := r.rest[0]
	r.rest = r.rest[1:]
	switch {
	case part == "" || part == ".":
		return nil
	case part == ".." && r.at == ".":
		return r.backIn()
	case part == "..":
		r.at = path.Dir(r.at)
		return nil
	}
	next := path.Join(r.at, part)
	if st, err := r.p.root.Lstat(filepath.FromSlash(next)); err == nil && isLink(st.Mode()) {
		return r.through(next)
	}
	r.at = next
	return nil
}

// enter goes on at an absolute path, which has to lead into the folder.
func (r *route) enter(to string) error {
	for _, folder := range []string{r.p.folder, r.p.realFolder} {
		inside, err := filepath.Rel(folder, to)
		if err == nil && filepath.IsLocal(inside) {
			r.at, r.rest = ".", append(strings.Split(filepath.ToSlash(inside), "/"), r.rest...)
			return nil
		}
	}
	return r.refuse("outside of the folder: put there what it points to")
}

// backIn goes on above the folder, from where the path has to lead back into it.
func (r *route) backIn() error {
	const separator = string(filepath.Separator)
	for above := filepath.Dir(r.p.realFolder); len(r.rest) > 0; {
		above = filepath.Join(above, r.rest[0])
		r.rest = r.rest[1:]
		if above == r.p.realFolder {
			r.at = "."
			return nil
		}
		if !strings.HasPrefix(r.p.realFolder, strings.TrimSuffix(above, separator)+separator) {
			break
		}
	}
	return r.refuse("outside of the folder: put there what it points to")
}

func (r *route) refuse(why string) error {
	return refuse(r.link, "it is a link to %q, %s", shortened(r.text), why)
}

// link adds a link of the archive, which is created by makeLinks.
func (t *target) link(name, text string) error {
	name, skip, err := t.name(name, aLink)
	if err != nil || skip {
		return err
	}
	if len(text) > t.limits.Path {
		return refuse(name, "it is a link with more than %d bytes", t.limits.Path)
	}
	l, err := linkOf(name, text)
	if err == nil && !t.foreign && l.text() != text {
		err = refuse(name, "it is a link to %q, expected %q", shortened(text), shortened(l.text()))
	}
	t.links = append(t.links, l)
	return err
}

// linkFrom adds a link whose text is the content of a file, as in zips.
func (t *target) linkFrom(name string, content io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(content, int64(t.limits.Path)+1))
	if err != nil {
		return damaged(name, err)
	}
	return t.link(name, string(text))
}

// makeLinks creates the links of the archive.
func (t *target) makeLinks() error {
	if err := t.names.checkLinks(t.links); err != nil {
		return err
	}
	for _, l := range t.links {
		if dir := path.Dir(l.name); dir != "." {
			if err := t.makeFolder(dir); err != nil {
				return err
			}
		}
		if err := t.root.Symlink(filepath.FromSlash(l.text()), filepath.FromSlash(l.name)); err != nil {
			return unpackError(err)
		}
	}
	return nil
}

// writeLinks adds the links of the folder to the archive, in the order of their names.
func (p *packer) writeLinks() error {
	if err := p.names.checkLinks(p.links); err != nil {
		return err
	}
	slices.SortFunc(p.links, func(a, b link) int { return strings.Compare(a.name, b.name) })
	for _, l := range p.links {
		if err := p.tar.WriteHeader(linkHeader(l)); err != nil {
			return packError(err)
		}
	}
	return nil
}
