package replay

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"blastyard/game"
	"blastyard/game/match"
)

// A file must not show the secret of its match while that is played: bots may be able to read it, and the page of the
// match offers it. So the first bytes of the line of the header, up to the secret, stand in a small zstd frame of their
// own, uncompressed, and with digits 0. When the match is over, the writer puts the digits there.

// secretFrame is what stands before the header's other bytes.
const (
	secretHead = `{"blast":2,"secret":"`
	// The magic number, a frame that says its size in one byte, that size, and a last block without compression.
	secretSize  = len(secretHead) + 2*len(match.Secret{})
	secretFrame = "\x28\xb5\x2f\xfd\x20"
	secretAt    = int64(len(secretFrame) + 1 + 3 + len(secretHead)) // where the digits are in the file
)

// errNoSecret is why a match cannot be played again.
const errNoSecret = uncheckedError("its secret is not known: it is written when the match ends")

// version returns the version of the format that a header needs.
func (h *Header) version() int {
	if h.Secret.IsZero() && h.Version != secretVersion {
		return Version
	}
	return secretVersion
}

// hides reports whether a match has a secret that is not known yet, or never.
func (h *Header) hides() bool { return h.Version == secretVersion && h.Secret.IsZero() }

// checkSecret reports that the secret of a match is needed but not known.
func (h *Header) checkSecret(m game.Match) error {
	if _, needs := game.As[game.WithSecret](m); needs && h.hides() {
		return errNoSecret
	}
	return nil
}

// putHeader writes the line of the header. If late is nil, the secret is in it; otherwise reveal writes it.
func (w *Writer) putHeader(line []byte, late io.WriterAt) error {
	rest := line
	if !w.header.Secret.IsZero() {
		first := bytes.Clone(line[:secretSize])
		if !bytes.HasPrefix(first, []byte(secretHead)) {
			return errors.New("the secret is not at its place")
		}
		if w.late = late; late != nil {
			copy(first[len(secretHead):], match.Secret{}.String())
		}
		size := len(first)<<3 | 1
		frame := append([]byte(secretFrame), byte(len(first)), byte(size), byte(size>>8), byte(size>>16))
		if _, err := w.out.Write(append(frame, first...)); err != nil {
			return err
		}
		rest = line[secretSize:]
	}
	if err := w.compress(rest); err != nil {
		return err
	}
	return w.out.Flush()
}

// reveal writes the secret, after everything else was written.
func (w *Writer) reveal() error {
	if w.late == nil {
		return nil
	}
	if _, err := w.late.WriteAt([]byte(w.header.Secret.String()), secretAt); err != nil {
		return fmt.Errorf("replay: cannot write: %w", err)
	}
	return nil
}
