package arena

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/game"
	"blastyard/harness"
	"blastyard/match"
	"blastyard/originals/bomberman/rounds"
)

// roundsDecider decides for matches in which programs are started each round. Built-in bots and persons may play, too.
type roundsDecider struct {
	worker *worker
	runner *rounds.Runner // nil before the first match
	seats  []*rounds.Bot  // by seat; nil: no program that is started each round
	talks  []*talk        // by seat: programs that stay; nil: another player
	copies func()         // removes the copies of the bots' folders

	// Of the match that is being played.
	match    bombermanMatch
	folders  *rounds.Folders // nil: there are none yet, or no longer
	remove   func()          // removes the folders where nobody asked for them
	text     wire.Text
	infos    []wire.PlayerInfo   // by player
	bots     []game.Bot          // by player; nil: a program or a person
	idle     []rounds.Idle       // by player
	programs []byte              // the keys of programs
	commands []bomberman.Command // by player: of the round that is being played
	before   []bomberman.Player  // by player: before that round
	refused  []game.Refusal
	log      []byte // the engine's, of that round
	round    int    // its number
	began    time.Time
}

// bombermanMatch is what programs that are started each round can play: the files of a round are written of the state
// of these rules.
type bombermanMatch struct{ game.Match }

func (m bombermanMatch) Bomberman() *bomberman.State { return m.State().(*bomberman.State) }

func newRoundsDecider(w *worker) decider {
	return &roundsDecider{worker: w, copies: func() {}, remove: func() {}}
}

func (d *roundsDecider) seat(ctx context.Context, r *run) error {
	if err := d.calibrate(ctx, r); err != nil {
		return err
	}
	m, err := d.worker.restart(r.seed, len(r.seats))
	if err != nil {
		return err
	}
	d.match = bombermanMatch{m}
	if _, ok := m.State().(*bomberman.State); !ok {
		return fmt.Errorf("arena: programs cannot be started each round in %s: its state is not 2016-Bomberman's",
			r.Kind.Name)
	}
	if err := d.seatPlayers(r); err != nil {
		return err
	}
	if err := d.makeFolders(r); err != nil {
		return err
	}
	if err := d.startTalks(ctx, r); err != nil {
		return err
	}
	r.start(m)
	d.tellStart(r)
	for id := range r.players {
		if name := d.text.Names[id]; name != r.players[id].Name {
			r.players[id].InFiles = name
		}
	}
	return nil
}

// calibrate makes the runner, once for all matches.
func (d *roundsDecider) calibrate(ctx context.Context, r *run) error {
	if d.runner == nil {
		cfg, err := r.Config.rounds()
		if err != nil {
			return err
		}
		cfg.Sandbox = r.Sandbox
		runner, err := rounds.NewRunner(cfg)
		if err != nil {
			return err
		}
		if err = d.findBots(r); err == nil {
			bots := slices.DeleteFunc(slices.Clone(d.seats), func(b *rounds.Bot) bool { return b == nil })
			r.during(func() { err = runner.Calibrate(ctx, bots) })
		}
		if err != nil {
			runner.Close()
			return err
		}
		d.runner = runner
	}
	for _, b := range d.seats {
		if b != nil {
			r.limit = max(r.limit, d.runner.Limit(b.Type))
		}
	}
	for k := range r.seats {
		if r.seats[k].talks() {
			r.limit = max(r.limit, d.talkLimit(r))
		}
	}
	return nil
}

// rounds is how the config wants bots to be run, without a sandbox.
func (c *Config) rounds() (cfg rounds.Config, err error) {
	cfg = rounds.Config{NoLimit: c.NoTimeout, Limit: time.Duration(c.TurnTime), Kill: 2 * time.Duration(c.TurnTime),
		Jobs: c.Rounds.Jobs, Env: c.Env}
	for i, setting := range c.Rounds.Interpreters {
		if err := cfg.Interpreters.Set(setting); err != nil {
			return cfg, wrong(fmt.Sprintf("rounds.interpreters[%d]", i), setting, err)
		}
	}
	return cfg, nil
}

// findBots finds the programs, or makes copies of them where these are asked for: each seat has a copy of its own.
func (d *roundsDecider) findBots(r *run) (err error) {
	var dir string
	if r.Config.Rounds.CopyBots {
		if dir, d.copies, err = harness.TempFolder(); err != nil {
			return err
		}
	}
	d.seats = make([]*rounds.Bot, len(r.seats))
	for k := range r.seats {
		d.seats[k] = r.seats[k].folder
		if dir == "" || d.seats[k] == nil {
			continue
		}
		if d.seats[k], err = d.seats[k].Copy(filepath.Join(dir, fmt.Sprint(k))); err != nil {
			return err
		}
	}
	return nil
}

// seatPlayers finds out who plays which player.
func (d *roundsDecider) seatPlayers(r *run) (err error) {
	n := d.match.Players()
	d.text = wire.Text{Names: make([]string, n)}
	d.infos = make([]wire.PlayerInfo, n)
	d.bots = make([]game.Bot, n)
	d.idle = make([]rounds.Idle, n)
	d.commands, d.before = make([]bomberman.Command, n), make([]bomberman.Player, n)
	d.programs = d.programs[:0]
	for k, id := range r.ids {
		s := &r.seats[k]
		d.text.Names[id] = s.name
		if b := d.seats[k]; b != nil {
			d.infos[id] = b.Info(bomberman.Key(id))
			d.programs = append(d.programs, bomberman.Key(id))
			if r.Config.Rounds.OwnNames {
				d.text.Names[id] = b.NickName
			}
			continue
		}
		d.infos[id] = wire.HumanInfo(s.name, id)
		switch {
		case s.Absent != "":
			continue
		case s.talks():
			d.infos[id].BotType = "Stdio"
			d.programs = append(d.programs, bomberman.Key(id))
			continue
		case s.person:
			r.persons[k].Sit(id)
			continue
		}
		if d.bots[id], err = d.match.Bot(s.builtin, id, match.PlayerSeed(r.seed, id)); err != nil {
			return err
		}
	}
	return nil
}

// makeFolders makes the folders of a match: below the log folder, or for a while.
func (d *roundsDecider) makeFolders(r *run) (err error) {
	dir := r.Config.LogDir
	switch {
	case dir == "":
		if dir, d.remove, err = harness.TempFolder(); err != nil {
			return err
		}
	case r.series:
		dir = filepath.Join(dir, fmt.Sprintf("%05d", r.index+1))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var replaced bool
	if d.folders, replaced, err = rounds.NewFolders(dir, r.Config.Rounds.KeepFiles); replaced {
		r.note(NoSeat, false, "%s held an earlier match: its rounds are replaced", dir)
	}
	return err
}

// dismiss ends a match. Its end is a round that nobody plays any more.
func (d *roundsDecider) dismiss(_ context.Context, r *run, err error) error {
	d.endTalks(r, err)
	for k, id := range r.ids {
		if r.match != nil && d.idle[id].Gone() {
			s := &r.result.Seats[k]
			s.Reason, s.Note = match.Timeout, "given up: it did nothing for 20 rounds"
		}
	}
	var failed error
	if d.folders != nil {
		if err == nil {
			failed = d.folders.Begin(d.match.Bomberman(), &d.text, d.infos, nil)
		}
		if closeErr := d.folders.Close(); failed == nil {
			failed = closeErr
		}
		d.folders = nil
	}
	d.remove()
	d.remove = func() {}
	return failed
}

func (d *roundsDecider) close() {
	if d.runner != nil {
		d.runner.Close()
		d.runner = nil
	}
	d.copies()
	d.copies = func() {}
}
