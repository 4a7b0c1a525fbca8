-- Version 4: the secret of the event. Older events have none.
CREATE TABLE secret (secret BLOB NOT NULL);
