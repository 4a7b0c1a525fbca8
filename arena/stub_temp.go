package arena

func newRoundsDecider(w *worker) decider { return nil }
func newServed(w *worker) decider        { return nil }
