package bomberman

// RulesVersion is the version of the rules. It is raised when the same map and the same commands give other states than
// before, and only then: replays hold it, so that who plays one again is told that it was made by other rules.
// 2: the radius of bombs wraps at the 31st radius power-up, as in the original. 1 was never written.
const RulesVersion = 2
