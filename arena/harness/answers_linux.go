package harness

import (
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// answersPipe returns a pipe for the output of a bot that is asked and answers. It is a named pipe, whose name is gone:
// the kernel says when a bot last wrote to it, which it does not say of other pipes since Linux 6.15.
func answersPipe() (r, w *os.File, err error) {
	if r, w, err = namedPipe(); err == nil {
		return r, w, nil
	}
	return outputPipe() // there is no temporary folder for it
}

// outputPipe returns a pipe for the output of a bot.
func outputPipe() (r, w *os.File, err error) {
	if r, w, err = os.Pipe(); err == nil {
		openable(w, 0o622)
	}
	return r, w, err
}

// openable lets a bot that has a user of its own open its end of a pipe by a name, such as /dev/stdout. Other bots
// cannot reach it.
func openable(end *os.File, mode os.FileMode) { _ = end.Chmod(mode) }

func namedPipe() (r, w *os.File, err error) {
	folder, remove, err := TempFolder()
	if err != nil {
		return nil, nil, err
	}
	defer remove()
	name := filepath.Join(folder, "answers")
	if err = unix.Mkfifo(name, 0o600); err != nil {
		return nil, nil, err
	}
	if r, err = os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0); err != nil { // otherwise it waits for a writer
		return nil, nil, err
	}
	if w, err = os.OpenFile(name, os.O_WRONLY, 0); err != nil {
		r.Close()
		return nil, nil, err
	}
	openable(w, 0o622)
	return r, w, nil
}

// Wrote returns when the bot last wrote something, to some milliseconds. ok is false if the system does not tell.
func (c counter) Wrote() (last time.Time, ok bool) {
	st, err := c.pipe.Stat()
	if err != nil {
		return last, false
	}
	return st.ModTime(), !st.ModTime().Equal(c.born)
}
