//go:build !js

package program

import (
	"fmt"
	"os"

	"blastyard/arena/record"
	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/usage"
	"blastyard/protocol/netorcai/server"
)

// prepareReplay makes a server write a replay if one is requested. finish ends the replay, and fails if it is not
// complete.
func (o *netorcaiOptions) prepareReplay(cfg *server.Config) (finish func() error, err error) {
	if o.replay == "" {
		return func() error { return nil }, nil
	}
	if err := usage.File("replay", o.replay); err != nil {
		return nil, invalidOption("replay", err)
	}
	if _, err := os.Lstat(o.replay); err == nil {
		return nil, invalidOption("replay", fmt.Errorf("the file %s exists already", o.replay))
	}
	w := record.NewServer(record.ServerOptions{
		Path:     o.replay,
		Games:    games.All(),
		Fast:     o.Fast,
		Software: software(),
		Log:      cfg.Log,
	})
	cfg.Observer, cfg.Order = w, w.Order
	return func() error {
		if !w.Close() {
			return command.Exit{Code: command.Failure} // the log says why
		}
		return nil
	}, nil
}
