//go:build !js

package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/docs"
	"blastyard/show/lab/module"
	"blastyard/show/serve"
	"blastyard/show/web"
)

// labOptions are the flags of lab.
type labOptions struct {
	page   pageOptions
	out    string
	force  bool
	python string
}

// pyodide is the version of Pyodide with which the laboratory was tested.
const pyodide = "0.29.3"

func newLabCommand() *cobra.Command {
	var o labOptions
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Write and try a bot in the browser, without installing anything",
		Long: `Open the laboratory: a page on which you write a bot in JavaScript, play it against others, and look
at what it did. The page plays the matches itself, by the same rules as blastyard. It stays until Ctrl-C. With -o it is
written as one file that you can give to others: it opens in any browser, from a disk and without the internet.

With --python bots can be written in Python, too. Its folder holds the files of Pyodide, which is Python for browsers:
unpack what npm pack pyodide@` + pyodide + ` loads, and give the folder package. A page loads them, 12 MB, only
when somebody chooses Python.`,
		Example: `  blastyard lab
  blastyard lab --listen 0.0.0.0:8080 --no-browser
  blastyard lab --python package
  blastyard lab -o lab.html`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.out != "" {
				if err := o.checkFile(cmd.Flags().Changed); err != nil {
					return err
				}
				return o.write(cmd.Context(), cmd.OutOrStdout(), command.NotesTo(cmd.ErrOrStderr()))
			}
			return o.serve(cmd.Context(), command.NotesTo(cmd.ErrOrStderr()))
		},
	}
	f := cmd.Flags()
	o.page.define(f)
	f.StringVarP(&o.out, "output", "o", "", "write the page as one file (.html) instead; -: standard output")
	f.StringVar(&o.python, "python", "", "serve Python for bots from this folder with the files of Pyodide")
	f.BoolVar(&o.force, "force", false, "replace a file that exists already")
	return cmd
}

// checkFile checks the options for -o.
func (o *labOptions) checkFile(given func(flag string) bool) error {
	switch {
	case o.python != "":
		return usagef("-o writes one file, which has no room for Python; leave out --python")
	case given("listen") || o.page.noBrowser:
		return usagef("-o writes the page as one file; leave out --listen and --no-browser")
	case given("website") || given("trusted-proxy"):
		return usagef("-o writes the page as one file; leave out --website and --trusted-proxy")
	case o.out != "-" && !strings.EqualFold(filepath.Ext(o.out), ".html"):
		return usagef("-o %s: the ending must be .html", o.out)
	}
	return nil
}

// write writes the page as one file.
func (o *labOptions) write(ctx context.Context, stdout io.Writer, note func(string, ...any)) error {
	write := func(w io.Writer) error {
		m, err := module.Get(ctx, inNotes(note))
		if err != nil {
			return err
		}
		return web.Lab(w, m)
	}
	if o.out == "-" {
		return write(stdout)
	}
	return command.WriteNewFile(o.out, o.force, write)
}

// serve serves the page until ctx ends.
func (o *labOptions) serve(ctx context.Context, note func(string, ...any)) error {
	python, err := o.pythonFiles()
	if err != nil {
		return err
	}
	if err := module.Check(); err != nil {
		return err
	}
	return o.page.serve(ctx, serve.Config{
		Catalog: serve.NewLive(0), Files: web.Files(), Docs: docs.Files(),
		Lab: module.ForPage(inNotes(note)), Python: python, Desk: true,
	}, note)
}

// pythonFiles returns the files of Pyodide; nil: they were not requested.
func (o *labOptions) pythonFiles() (fs.FS, error) {
	if o.python == "" {
		return nil, nil
	}
	if info, err := os.Stat(o.python); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("--python %s: there is no such folder", o.python)
	}
	folder := os.DirFS(o.python)
	err := serve.CheckPython(folder)
	if missing := (*serve.MissingPython)(nil); errors.As(err, &missing) {
		return nil, fmt.Errorf("--python %s: %w in it, expected the files of Pyodide: "+
			"npm pack pyodide@%s, unpack it, and give the folder package", o.python, err, pyodide)
	} else if err != nil {
		return nil, fmt.Errorf("--python %s: %w", o.python, err)
	}
	return folder, nil
}

// inNotes makes lines notes.
func inNotes(note func(string, ...any)) func(line string) {
	return func(line string) { note("%s", line) }
}
