-- A store as version 1 wrote it: its schema and what TestAResultComesBackWhole applies, without the replay.

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

PRAGMA user_version = 1;
DELETE FROM meta;
INSERT INTO meta VALUES ('failed', 1);
INSERT INTO meta VALUES ('marked', 1);
INSERT INTO meta VALUES ('matches', 1);
INSERT INTO meta VALUES ('position', 7);
INSERT INTO meta VALUES ('voids', 0);
INSERT INTO text VALUES (1, 'aa');
INSERT INTO text VALUES (2, 'finished');
INSERT INTO text VALUES (3, 'crashed');
INSERT INTO text VALUES (4, 'bb');
INSERT INTO text VALUES (5, 'this machine');
INSERT INTO text VALUES (6, CAST(X'70616e69633a206f7574206f66206964656173000a' AS TEXT));
INSERT INTO text VALUES (7, 'late');
INSERT INTO text VALUES (8, 'small');
INSERT INTO entrant VALUES (0, 'Ann');
INSERT INTO entrant VALUES (1, 'Bob');
INSERT INTO entrant VALUES (2, 'Cy');
INSERT INTO block VALUES (8589934604, 4, 8, -1);
INSERT INTO seat VALUES (0, 8589934604);
INSERT INTO seat VALUES (1, 8589934604);
INSERT INTO seat VALUES (2, 8589934604);
INSERT INTO match VALUES (144115188277194752, 0, 1, 1, 100, 99, 1, 1700000000123, 5, X'00FF12', 0, X'0402023C040000021400000607060A0000280208040E040404003C');
INSERT INTO failure VALUES (144115188277194752, 1, 0, 3, 6);
INSERT INTO failure VALUES (144115188277194752, 1, 0, 7, 6);
INSERT INTO tally VALUES (0, 0, 1, 0, 0, 1, 1, -4, 5, 0, 0, 100, 20, 99);
INSERT INTO tally VALUES (1, 4, 1, 0, 0, 1, 0, 7, 2, 2, 0, 100, 30, 99);
INSERT INTO tally VALUES (2, 1, 1, 1, 0, 0, 0, 30, 0, 0, 1, 100, 10, 99);
INSERT INTO pair VALUES (0, 1, 1, 0, 0, 1);
INSERT INTO pair VALUES (0, 2, 1, 0, 0, 1);
INSERT INTO pair VALUES (1, 0, 1, 1, 0, 0);
INSERT INTO pair VALUES (1, 2, 1, 0, 0, 1);
INSERT INTO pair VALUES (2, 0, 1, 1, 0, 0);
INSERT INTO pair VALUES (2, 1, 1, 1, 0, 0);
INSERT INTO failures VALUES (0, 3, 1);
INSERT INTO failures VALUES (0, 7, 1);
