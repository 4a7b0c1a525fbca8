package arena

func newServed(w *worker) decider { return nil }
