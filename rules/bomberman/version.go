package bomberman

// RulesVersion is the version of the rules. It is raised when, and only when, the same map and the same commands give
// other states than before. Replays contain it, so that a replay of other rules is recognised.
// 2: the radius of bombs overflows at the 31st radius power-up, as in the original. 1 was never written.
const RulesVersion = 2
