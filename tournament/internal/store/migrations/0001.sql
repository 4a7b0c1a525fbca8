-- Version 1: what the log says.
--
-- key of a match: stage << 57 | block << 24 | match << 12 | try, so that the order of keys is the schedule's order.
-- key of a block: the same >> 24. who: the index of an entrant.

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('position', 0), ('matches', 0), ('voids', 0), ('marked', 0), ('failed', 0);

CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE); -- maps, versions, reasons, workers, last words
CREATE TABLE entrant (who INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE INDEX entrant_name ON entrant (name);

CREATE TABLE block (
	key   INTEGER PRIMARY KEY,
	round INTEGER NOT NULL,
	map   INTEGER NOT NULL, -- text
	seed  INTEGER NOT NULL  -- the bits of an unsigned number
);
CREATE INDEX block_round ON block (round, key);
CREATE TABLE seat (who INTEGER, block INTEGER, PRIMARY KEY (who, block)) WITHOUT ROWID; -- which blocks an entrant plays in

CREATE TABLE match (
	key    INTEGER PRIMARY KEY,
	void   INTEGER NOT NULL, -- 1: its result was taken back
	marked INTEGER NOT NULL,
	failed INTEGER NOT NULL, -- somebody did not finish or was late
	turns  INTEGER NOT NULL,
	took   INTEGER NOT NULL,
	voids  INTEGER NOT NULL,
	ended  INTEGER NOT NULL,
	worker INTEGER NOT NULL, -- text
	state,                   -- bytes, or text where it is not hexadecimal
	replay INTEGER NOT NULL, -- 0: none
	seats  BLOB NOT NULL     -- see pack.go
);
CREATE INDEX match_failed ON match (key) WHERE failed = 1;
CREATE INDEX match_marked ON match (key) WHERE marked = 1;
CREATE INDEX match_void ON match (key) WHERE void = 1;

CREATE TABLE failure (
	key    INTEGER,
	player INTEGER,
	who    INTEGER NOT NULL,
	reason INTEGER NOT NULL, -- text; "late": it finished, with late turns of its own
	words  INTEGER NOT NULL, -- text
	PRIMARY KEY (key, player, reason)
) WITHOUT ROWID;
CREATE INDEX failure_who ON failure (who, reason, key);
CREATE INDEX failure_reason ON failure (reason, key);

-- Sums over all matches but those that were taken back.
CREATE TABLE tally (
	who INTEGER, version INTEGER, -- version: text
	matches INTEGER NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,
	failed INTEGER NOT NULL, score INTEGER NOT NULL, late INTEGER NOT NULL, host INTEGER NOT NULL,
	refused INTEGER NOT NULL, turns INTEGER NOT NULL, used INTEGER NOT NULL, took INTEGER NOT NULL,
	PRIMARY KEY (who, version)
) WITHOUT ROWID;
CREATE TABLE pair (
	who INTEGER, other INTEGER,
	met INTEGER NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL,
	PRIMARY KEY (who, other)
) WITHOUT ROWID;
CREATE TABLE failures (who INTEGER, reason INTEGER, matches INTEGER NOT NULL, PRIMARY KEY (who, reason)) WITHOUT ROWID;

-- The records of the log that are no results.
CREATE TABLE change (
	seq    INTEGER,
	at     INTEGER NOT NULL,
	kind   TEXT NOT NULL, -- enter, leave, void, close
	name   TEXT NOT NULL,
	key    INTEGER NOT NULL, -- void: of the match; close: the stage
	version TEXT NOT NULL,
	number INTEGER NOT NULL,
	by     TEXT NOT NULL,
	why    TEXT NOT NULL,
	PRIMARY KEY (seq)
) WITHOUT ROWID;
CREATE INDEX change_name ON change (name, seq) WHERE name <> '';
CREATE INDEX change_void ON change (key) WHERE kind = 'void';
