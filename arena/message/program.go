package message

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"slices"

	"blastyard/game/match"
	"blastyard/internal/plain"
	"blastyard/rules/bomberman/wire"
)

// Pipe starts a program and writes the messages to its standard input. The program may end before it has read them
// all.
func (f *Feed) Pipe(ctx context.Context, command []string, out, notes io.Writer) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr, cmd.Env = out, notes, f.env(0)
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	wrong := f.Write(in)
	in.Close()
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	if errors.Is(wrong, ErrRounds) {
		return wrong
	}
	return nil
}

// Round writes the files of a round into a folder. Then it starts a program as the bot was started: with the player's
// key and the folder as arguments.
func (f *Feed) Round(ctx context.Context, turn int, dir string, command []string, out, notes io.Writer) error {
	m, err := f.WriteRound(turn, dir)
	if err != nil {
		return err
	}
	for _, note := range m.Notes {
		fmt.Fprintln(notes, plain.Line(note))
	}
	if len(command) == 0 {
		return nil
	}
	words := slices.Concat(command[1:], []string{wire.Key(f.Player), dir})
	cmd := exec.CommandContext(ctx, command[0], words...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, out, notes, f.env(turn)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}
	return nil
}

// env returns the environment for a program: this process's environment, and the seed that the bot had.
func (f *Feed) env(round int) []string {
	d := match.Draws{Seed: f.Replay.Header.Seed, Secret: f.Replay.Header.Secret}
	return append(os.Environ(), d.ProgramEnv(f.Player, round))
}

// Compare is like Serve, and prints the answers that differ from the recorded ones.
func (f *Feed) Compare(ctx context.Context, l net.Listener, out io.Writer) error {
	differ := 0
	err := f.Serve(ctx, l, func(turn int, now, then []byte) {
		differ++
		fmt.Fprintf(out, "after turn %d:\n  now:      %s\n  recorded: %s\n", turn, plain.Line(string(now)),
			plain.Line(string(then)))
	})
	if err == nil && differ == 0 {
		fmt.Fprintln(out, "all answers as recorded")
	}
	return err
}
