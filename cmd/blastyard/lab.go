package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blastyard/command"
	"blastyard/docs"
	"blastyard/internal/plain"
	"blastyard/lab/dist"
	"blastyard/show/serve"
	"blastyard/show/web"
)

// labOptions is the command line of lab.
type labOptions struct {
	listen    string
	noBrowser bool
	out       string
	force     bool
}

func newLabCommand() *cobra.Command {
	var o labOptions
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Write and try a bot in the browser, without installing anything",
		Long: `Open the laboratory: a page on which you write a bot in JavaScript, play it against others, and look at
what it did. The page plays the matches itself, by the same rules as blastyard. It stays until Ctrl-C. With -o it is
written as one file that you can give to others: it opens in any browser, from a disk and without the internet.`,
		Example: `  blastyard lab
  blastyard lab --listen 0.0.0.0:8080 --no-browser
  blastyard lab -o lab.html`,
		Args: command.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.out != "" {
				return o.write(cmd.OutOrStdout())
			}
			return o.serve(cmd.Context(), func(format string, args ...any) {
				fmt.Fprintln(cmd.ErrOrStderr(), plain.Line(fmt.Sprintf(format, args...)))
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", serve.DefaultListen,
		"the address to serve the page on, HOST:PORT; port 0 is any free one")
	f.BoolVar(&o.noBrowser, "no-browser", false, "do not open the page in a browser")
	f.StringVarP(&o.out, "output", "o", "", "write the page as one file (.html) instead; -: standard output")
	f.BoolVar(&o.force, "force", false, "replace a file that exists already")
	return cmd
}

// write writes the page as one file.
func (o *labOptions) write(stdout io.Writer) error {
	write := func(w io.Writer) error { return web.Lab(w, dist.Files()) }
	if o.out == "-" {
		return write(stdout)
	}
	return command.WriteNewFile(o.out, o.force, write)
}

// serve serves the page until ctx ends.
func (o *labOptions) serve(ctx context.Context, note func(string, ...any)) error {
	p, err := serve.Open(o.listen, serve.Config{
		Catalog: serve.NewLive(0), Files: web.Files(), Lab: dist.Files(), Desk: true, Docs: docs.Files(),
		Failed: pageFailed(note),
	})
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer p.Close()
	openPage(ctx, p, o.noBrowser, note)
	stays(ctx, p, note)
	return nil
}
