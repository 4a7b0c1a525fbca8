// Package overrounds plays matches in which programs are started each round, as in 2016-Bomberman. Each program reads
// and writes files in a folder of its own. Players of this process may take part, and bots that play over their
// standard input and output, whose processes stay.
package overrounds

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/arena/rounds"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// Transport runs programs that are started each round. The zero value is ready for use.
type Transport struct {
	// Times are the limits of a program that stays for the match.
	Times programs.Times
}

// Protocol implements arena.Transport.
func (*Transport) Protocol() game.Protocol { return game.Rounds }

// Check implements arena.Transport: it looks at arena.Config.Rounds.
func (*Transport) Check(c *arena.Config) error {
	_, err := configOf(c)
	return err
}

// Read implements arena.Transport. It returns the name in the bot's bot.json.
func (*Transport) Read(s *arena.Seated) (string, error) {
	if !s.EachRound() {
		return "", nil
	}
	b, err := rounds.ReadBot(s.Who.Dir)
	if err != nil {
		return "", err
	}
	return b.NickName, nil
}

// Asker implements arena.Transport.
func (t *Transport) Asker(*arena.Prepared) arena.Asker {
	return &asker{times: t.Times.WithDefaults(), copies: func() {}, remove: func() {}, unmeasure: func() {}}
}

// A Turn is the arena.Turn.Details of a round.
type Turn struct {
	Runs     []Run               // of the programs
	Commands []bomberman.Command // by player: the commands that counted
	Log      []byte              // the round in the engine's log
}

// Why implements arena.Details.
func (t Turn) Why(player int) string {
	for _, run := range t.Runs {
		if run.Player == player {
			return run.Outcome.Why
		}
	}
	return ""
}

// DetailsOf returns the details of a turn. They are empty if the game starts no programs each round.
func DetailsOf(t *arena.Turn) Turn {
	d, _ := t.Details.(Turn)
	return d
}

// Run is the run of a program in a round.
type Run struct {
	Player  int
	Outcome *rounds.Outcome
}

// asker asks the players of matches in which programs are started each round.
type asker struct {
	times  programs.Times
	runner *rounds.Runner // nil before the first match
	seats  []*rounds.Bot  // by seat; nil: not a program that is started each round
	talks  []*talk        // by seat: programs that stay; nil: other players
	copies func()         // removes the copies of the bots' folders

	// The following fields belong to the current match.
	match     bombermanMatch
	folders   *rounds.Folders // nil: before and after the match
	remove    func()          // removes the folders if they are temporary
	text      wire.Text
	infos     []wire.PlayerInfo   // by player
	here      []arena.Player      // by player; nil: a program
	idle      []rounds.Idle       // by player
	programs  []byte              // the keys of programs
	commands  []bomberman.Command // by player: commands of the current round
	before    []bomberman.Player  // by player: state before the current round
	refused   []game.Refusal
	runs      []Run                    // of the current round
	denied    map[int]harness.Refusals // by seat: what the sandbox refused to programs that are started each round
	json      []byte                   // buffer for a command
	log       []byte                   // the current round in the engine's log
	unmeasure func()                   // ends the measurement of how late the machine is
	round     int                      // number of the current round
	excused   map[int]time.Duration    // by seat: without a processor, in its last turns, all late
	began     time.Time
}

// bombermanMatch is a match of the rules that programs started each round can play. The files of a round are written
// from its state.
type bombermanMatch struct{ game.Match }

func (m bombermanMatch) Bomberman() *bomberman.State { return m.State().(*bomberman.State) }

func (a *asker) Seat(ctx context.Context, r *arena.Run) error {
	if err := a.calibrate(ctx, r); err != nil {
		return err
	}
	m, err := r.Restart()
	if err != nil {
		return err
	}
	a.match, a.excused = bombermanMatch{m}, nil
	if _, ok := m.State().(*bomberman.State); !ok {
		return fmt.Errorf("arena: programs cannot be started each round in %s: its state is not 2016-Bomberman's",
			r.Prepared.Kind.Name)
	}
	if err := a.seatPlayers(r); err != nil {
		return err
	}
	if err := a.makeFolders(r); err != nil {
		return err
	}
	if err := a.startTalks(ctx, r); err != nil {
		return err
	}
	r.Start(m)
	for id := range r.Players {
		if name := a.text.Names[id]; name != r.Players[id].Name {
			r.Players[id].InFiles = name
		}
	}
	a.tellStart(r)
	return nil
}

// calibrate creates the runner, once for all matches.
func (a *asker) calibrate(ctx context.Context, r *arena.Run) error {
	if a.runner == nil {
		cfg, err := configOf(&r.Prepared.Config)
		if err != nil {
			return err
		}
		cfg.Sandbox = r.Prepared.Sandbox
		runner, err := rounds.NewRunner(cfg)
		if err != nil {
			return err
		}
		if err = a.findBots(r); err == nil {
			bots := slices.DeleteFunc(slices.Clone(a.seats), func(b *rounds.Bot) bool { return b == nil })
			r.Events.During(func() { err = runner.Calibrate(ctx, bots) })
		}
		if err != nil {
			runner.Close()
			return err
		}
		a.runner = runner
	}
	for _, b := range a.seats {
		if b != nil {
			r.Limit = max(r.Limit, a.runner.Limit(b.Type))
		}
	}
	for k := range r.Prepared.Seats {
		if r.Prepared.Seats[k].Stdio() || r.Prepared.Seats[k].Thinks() {
			r.Limit = max(r.Limit, a.talkLimit(r))
		}
	}
	return nil
}

// configOf returns the settings of a config for running bots, without a sandbox.
func configOf(c *arena.Config) (cfg rounds.Config, err error) {
	cfg = rounds.Config{NoLimit: c.NoTimeout, Limit: time.Duration(c.TurnTime), Kill: 2 * time.Duration(c.TurnTime),
		Jobs: c.Rounds.Jobs, Env: c.Env}
	for i, setting := range c.Rounds.Interpreters {
		if err := cfg.Interpreters.Set(setting); err != nil {
			return cfg, &arena.ConfigError{Field: fmt.Sprintf("rounds.interpreters[%d]", i), Value: setting, Err: err}
		}
	}
	return cfg, nil
}

// findBots reads the programs. If copies are wanted, it makes one for each seat.
func (a *asker) findBots(r *arena.Run) (err error) {
	var dir string
	if r.Prepared.Config.Rounds.CopyBots {
		if dir, a.copies, err = harness.TempFolder(); err != nil {
			return err
		}
	}
	a.seats = make([]*rounds.Bot, len(r.Prepared.Seats))
	for k := range r.Prepared.Seats {
		s := &r.Prepared.Seats[k]
		if !s.EachRound() {
			continue
		}
		if a.seats[k], err = rounds.ReadBot(s.Who.Dir); err != nil {
			return err
		}
		a.seats[k].Env = s.Env
		if dir == "" {
			continue
		}
		if a.seats[k], err = a.seats[k].Copy(filepath.Join(dir, fmt.Sprint(k))); err != nil {
			return err
		}
	}
	return nil
}

// seatPlayers determines who plays each player.
func (a *asker) seatPlayers(r *arena.Run) (err error) {
	n := a.match.Players()
	a.text = wire.Text{Names: make([]string, n)}
	a.infos = make([]wire.PlayerInfo, n)
	a.here = make([]arena.Player, n)
	a.idle = make([]rounds.Idle, n)
	a.commands, a.before = make([]bomberman.Command, n), make([]bomberman.Player, n)
	a.programs = a.programs[:0]
	for k, id := range r.IDs {
		s := &r.Prepared.Seats[k]
		a.text.Names[id] = s.Name
		if b := a.seats[k]; b != nil {
			a.infos[id] = b.Info(bomberman.Key(id))
			a.programs = append(a.programs, bomberman.Key(id))
			if r.Prepared.Config.Rounds.OwnNames {
				a.text.Names[id] = b.NickName
			}
			continue
		}
		a.infos[id] = wire.HumanInfo(s.Name, id)
		if s.Stdio() {
			a.infos[id].BotType = "Stdio"
			a.programs = append(a.programs, bomberman.Key(id))
			continue
		}
		if a.here[id], err = r.InProcess(k, a.match); err != nil {
			return err
		}
	}
	return nil
}

// makeFolders creates the folders of a match, below the log folder or as temporary ones.
func (a *asker) makeFolders(r *arena.Run) (err error) {
	dir := r.Prepared.Config.LogDir
	switch {
	case dir == "":
		if dir, a.remove, err = harness.TempFolder(); err != nil {
			return err
		}
	case r.Series:
		dir = filepath.Join(dir, fmt.Sprintf("%05d", r.Index+1))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var replaced bool
	if a.folders, replaced, err = rounds.NewFolders(dir, r.Prepared.Config.Rounds.KeepFiles); replaced {
		r.Events.Note(arena.NoSeat, false, "%s held an earlier match: its rounds are replaced", dir)
	}
	return err
}

// Dismiss ends a match. The state at the end is written as a round that nobody plays.
func (a *asker) Dismiss(_ context.Context, r *arena.Run, err error) error {
	a.endTalks(r, err)
	for k, id := range r.IDs {
		if r.Match != nil && a.idle[id].Gone() {
			s := &r.Result.Seats[k]
			s.Reason, s.Note = match.Timeout, "given up: it did nothing for 20 rounds"
			if s.Crashed > s.Late+s.Silent {
				s.Reason, s.Note = match.Crashed, "given up: it crashed for 20 rounds; "+s.First.Crashed.Why
			}
		}
	}
	for _, seat := range slices.Sorted(maps.Keys(a.denied)) {
		programs.TellRefused(r, seat, a.denied[seat])
	}
	a.denied = nil
	var failed error
	if a.folders != nil {
		if err == nil {
			failed = a.folders.Begin(a.match.Bomberman(), &a.text, a.infos, nil)
		}
		if closeErr := a.folders.Close(); failed == nil {
			failed = closeErr
		}
		a.folders = nil
	}
	a.remove()
	a.remove = func() {}
	return failed
}

func (a *asker) Close() {
	if a.runner != nil {
		a.runner.Close()
		a.runner = nil
	}
	a.copies()
	a.copies = func() {}
}
