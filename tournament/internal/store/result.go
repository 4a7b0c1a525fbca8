package store

import (
	"database/sql"
	"errors"
	"strings"

	"blastyard/game/match"
	"blastyard/tournament"
)

// counts reports whether a result of this try counts: it is the first result of the try, and the result of the previous
// try is void. If a result of other entrants is there, it is removed: its match is not played any more, because
// pairings have changed.
func (a *applier) counts(key int64, entrants []int) (bool, error) {
	switch there, void, err := a.state(key); {
	case err != nil || void:
		return false, err
	case there:
		same, err := a.isOf(key, entrants)
		if same || err != nil {
			return false, err
		}
		if err := a.remove(key); err != nil {
			return false, err
		}
	}
	if key&(1<<tryBits-1) == 0 {
		return true, nil
	}
	_, void, err := a.state(key - 1)
	return void, err
}

// state reports whether there is a result, and whether it is void.
func (a *applier) state(key int64) (there, void bool, err error) {
	err = a.isVoid.QueryRowContext(a.ctx, key).Scan(&void)
	if errors.Is(err, sql.ErrNoRows) {
		return false, false, nil
	}
	return err == nil, void, err
}

func (a *applier) result(r *tournament.Result, f *tournament.Fixture) error {
	key, err := keyOf(r.ID, r.Try)
	if err != nil {
		return err
	}
	if err := checkLists(r); err != nil {
		return err
	}
	if ok, err := a.counts(key, r.Entrants); err != nil || !ok {
		return err
	}
	seats, failed, err := a.seats(r)
	if err != nil {
		return err
	}
	worker, err := a.text(r.Worker)
	if err != nil {
		return err
	}
	replay, err := a.files(key, r, failed)
	if err != nil {
		return err
	}
	_, err = a.addMatch.ExecContext(a.ctx, key, r.Marked, failed, r.Turns, r.Took, r.Voids, r.Ended, worker,
		packHash(r.State), replay, packSeats(seats), packTroubles(seats))
	if err != nil {
		return err
	}
	a.sums.match(r.Marked, failed, int64(r.Turns), r.Took, seats, 1)
	if err := a.addFailures(key, r, seats); err != nil {
		return err
	}
	return a.addToBlock(key, r, f)
}

// seats returns the seats of a result, and whether a bot failed or was late.
func (a *applier) seats(r *tournament.Result) (seats []seat, failed bool, err error) {
	seats = make([]seat, len(r.Entrants))
	for i := range seats {
		seats[i] = seat{
			entrant: int64(r.Entrants[i]),
			rank:    int64(r.Ranks[i]),
			score:   int64(r.Scores[i]),
			late:    int64(at(r.Late, i)),
			host:    int64(at(r.Host, i)),
			refused: int64(at(r.Refused, i)),
			silent:  int64(at(r.Silent, i)),
			crashed: int64(at(r.Crashed, i)),
			used:    at(r.Used, i),
		}
		if seats[i].version, err = a.text(at(r.Versions, i)); err != nil {
			return nil, false, err
		}
		if seats[i].reason, err = a.text(at(r.Reasons, i)); err != nil {
			return nil, false, err
		}
		seats[i].failed = unfinished(at(r.Reasons, i)) || len(r.Troubles(i)) > 0
		failed = failed || seats[i].failed
	}
	return seats, failed, nil
}

func unfinished(reason string) bool { return reason != "" && reason != string(match.Finished) }

// addFailures stores which bots failed in a match, and why.
func (a *applier) addFailures(key int64, r *tournament.Result, seats []seat) error {
	add := func(player int, reason, words int64) error {
		who := seats[player].entrant
		a.sums.failures[failureOf{who, reason}]++
		_, err := a.addFailure.ExecContext(a.ctx, key, player, who, reason, words)
		return err
	}
	for i := range seats {
		troubles := r.Troubles(i)
		bad := unfinished(at(r.Reasons, i))
		if !bad && len(troubles) == 0 {
			continue
		}
		words, err := a.text(shorten(at(r.Words, i)))
		if err != nil {
			return err
		}
		if bad {
			if err := add(i, seats[i].reason, words); err != nil {
				return err
			}
		}
		for _, what := range troubles {
			reason, err := a.text(string(what))
			if err != nil {
				return err
			}
			if bad && reason == seats[i].reason { // a bot that was given up because it crashed
				continue
			}
			if err := add(i, reason, words); err != nil {
				return err
			}
		}
	}
	return nil
}

// files stores which files a result names. It returns the number of its replay, 0 if there is none.
func (a *applier) files(key int64, r *tournament.Result, failed bool) (replay int64, err error) {
	a.number++
	if r.Replay != "" {
		err := a.addReplay.QueryRowContext(a.ctx, packHash(r.Replay), false, key, failed, a.number).Scan(&replay)
		if err != nil {
			return 0, err
		}
	}
	for player, hash := range r.Logs {
		if hash == "" {
			continue
		}
		var id int64
		err := a.addReplay.QueryRowContext(a.ctx, packHash(hash), true, key, failed, a.number).Scan(&id)
		if err != nil {
			return 0, err
		}
		if _, err := a.addPrinted.ExecContext(a.ctx, key, player, id); err != nil {
			return 0, err
		}
	}
	return replay, nil
}

// addToBlock stores what the matches of a block have in common.
func (a *applier) addToBlock(key int64, r *tournament.Result, f *tournament.Fixture) error {
	block := key >> blockShift
	if block == a.block {
		return nil
	}
	round, mapID, seed := -1, int64(0), uint64(0)
	if f != nil {
		round, seed = f.Round, f.Seed
		var err error
		if mapID, err = a.text(f.Map); err != nil {
			return err
		}
	}
	if _, err := a.addBlock.ExecContext(a.ctx, block, round, mapID, int64(seed)); err != nil {
		return err
	}
	a.block = block
	return a.addSeats(r.Entrants, block)
}

// addSeats stores that entrants play in a block, with a single statement for speed.
func (a *applier) addSeats(entrants []int, block int64) error {
	stmt := a.seatStmts[len(entrants)]
	if stmt == nil {
		rows := strings.TrimSuffix(strings.Repeat("(?, ?), ", len(entrants)), ", ")
		var err error
		stmt, err = a.tx.PrepareContext(a.ctx, "INSERT INTO seat VALUES "+rows+" ON CONFLICT DO NOTHING")
		if err != nil {
			return err
		}
		a.seatStmts[len(entrants)] = stmt
	}
	args := make([]any, 0, 2*len(entrants))
	for _, e := range entrants {
		args = append(args, e, block)
	}
	_, err := stmt.ExecContext(a.ctx, args...)
	return err
}

// void voids a result. It reports whether there was one.
func (a *applier) void(key int64) (bool, error) {
	was, err := a.uncount(key)
	if was {
		a.sums.meta["voids"]++
	}
	return was, err
}

// uncount marks a result as void, and takes it out of all sums. It reports whether there was one.
func (a *applier) uncount(key int64) (bool, error) {
	var marked, failed bool
	var turns, took int64
	var blob, troubles []byte
	err := a.tx.QueryRowContext(a.ctx, "UPDATE match SET void = 1 WHERE key = ? AND void = 0 "+
		"RETURNING marked, failed, turns, took, seats, troubles", key).
		Scan(&marked, &failed, &turns, &took, &blob, &troubles)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	seats, err := unpackSeats(blob, troubles)
	if err != nil {
		return false, err
	}
	rows, err := a.tx.QueryContext(a.ctx, "SELECT player, who, reason FROM failure WHERE key = ?", key)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		var player int
		var f failureOf
		if err := rows.Scan(&player, &f.who, &f.reason); err != nil {
			return false, err
		}
		a.sums.failures[f]--
		seats[player].failed = true
	}
	a.sums.match(marked, failed, turns, took, seats, -1)
	return true, rows.Err()
}
