//go:build windows || (unix && !linux)

package harness

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// direct is a bot that this program starts itself, in its own group.
type direct struct {
	command Command
	path    string
	cmd     *exec.Cmd
	group   group
	began   time.Time
}

func newBody(c Command, path string, words []string) (body, error) {
	return &direct{command: c, path: path, cmd: &exec.Cmd{Path: path, Args: words, Dir: c.Dir, Env: c.environ("")}}, nil
}

func (d *direct) start(_ context.Context, stdin, stdout, stderr *os.File) error {
	if stdin != nil {
		d.cmd.Stdin = stdin
	}
	d.cmd.Stdout, d.cmd.Stderr = stdout, stderr
	d.group.prepare(d.cmd)
	d.began = time.Now() // before the start: a quick bot may have ended when Start returns
	if err := d.cmd.Start(); err != nil {
		return d.command.explain(d.path, err)
	}
	if err := d.group.attach(d.cmd); err != nil {
		_ = d.cmd.Process.Kill()
		_ = d.cmd.Wait()
		d.group.close()
		return d.command.explain(d.path, err)
	}
	return nil
}

func (d *direct) pid() int { return d.group.pid }

func (d *direct) ask() { d.group.ask() }

func (d *direct) kill() { d.group.kill() }

func (d *direct) wait(end func() bool, gone func(Exit)) {
	_ = d.cmd.Wait() // the process state is more precise than the error
	wall := time.Since(d.began)
	stopped := end()
	d.group.kill()
	d.group.close()
	gone(exitOf(d.cmd.ProcessState, wall, stopped))
}
