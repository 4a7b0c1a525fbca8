package hexabomb

// RulesVersion is the version of the rules. It is raised when the same board and the same actions give other states
// than before, and only then: replays hold it, so that who plays one again is told that it was made by other rules.
// 2: a bomb's range or delay outside 32 bits makes an action unreadable, as in the original. 1 was never written.
const RulesVersion = 2
