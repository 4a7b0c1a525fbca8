-- Version 2: what is not in the log: replays and the ratings over time. Store.Reset keeps both.

-- A row is a replay, or what a bot printed, that a result names (key), or a file that was seen (size), or both.
CREATE TABLE replay (
	id     INTEGER PRIMARY KEY,
	hash   NOT NULL UNIQUE,            -- bytes, or text where it is not hexadecimal
	log    INTEGER NOT NULL DEFAULT 0, -- 1: what a bot printed
	key    INTEGER,                    -- of the last match that names it; NULL: none does
	number INTEGER,                    -- of that match: they are counted as they come
	failed INTEGER NOT NULL DEFAULT 0, -- somebody failed in a match that names it
	size   INTEGER,                    -- bytes of the file; NULL: there is none
	added  INTEGER NOT NULL DEFAULT 0  -- Unix time in milliseconds
);
CREATE INDEX replay_kept ON replay (failed, number) WHERE size IS NOT NULL;
CREATE INDEX replay_number ON replay (number) WHERE number IS NOT NULL;
CREATE TABLE printed (key INTEGER, player INTEGER, replay INTEGER NOT NULL, PRIMARY KEY (key, player)) WITHOUT ROWID;

CREATE TABLE moment (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, matches INTEGER NOT NULL);
CREATE TABLE history (
	name TEXT, moment INTEGER, rank INTEGER NOT NULL, points REAL NOT NULL,
	strength REAL NOT NULL, low REAL NOT NULL, high REAL NOT NULL,
	PRIMARY KEY (name, moment)
) WITHOUT ROWID;
