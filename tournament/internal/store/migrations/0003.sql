-- Version 3: turns that were silent or crashed. They were not counted before.
ALTER TABLE match ADD COLUMN troubles BLOB; -- see pack.go; NULL: none of anybody
ALTER TABLE tally ADD COLUMN silent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tally ADD COLUMN crashed INTEGER NOT NULL DEFAULT 0;
