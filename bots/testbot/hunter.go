package testbot

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"blastyard/bots/remote"
	"blastyard/protocol/netorcai"
)

// hunt plays as the built-in hunter does. It sleeps before each answer for as long as the second argument says, where
// there is one.
func hunt() {
	var s sleeper
	if len(os.Args) > 2 {
		var err error
		s.delay, err = time.ParseDuration(os.Args[2])
		fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c, err := netorcai.Dial(ctx, home())
	fatal(err)
	fatal(c.Login(ctx, "hunter", netorcai.RolePlayer))
	s.Bot = remote.New("hunter", 1, func(format string, args ...any) { fmt.Fprintf(os.Stderr, format, args...) })
	_, err = netorcai.Play(ctx, c, &s)
	fatal(err)
}

// sleeper is a bot that takes its time.
type sleeper struct {
	*remote.Bot
	delay time.Duration
}

func (s *sleeper) Turn(ctx context.Context, t netorcai.Turn) (json.RawMessage, error) {
	time.Sleep(s.delay)
	return s.Bot.Turn(ctx, t)
}
