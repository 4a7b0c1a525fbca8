// Plays many matches on several cores and counts them in their order.

/** Plays matches of a series; there is one worker for each core. */
export interface Worker<R> {
  play(i: number): Promise<R>;
  close(): void;
}

export interface Watcher<R> {
  /** Called when match i and all before it are over, in the order of the matches. */
  over(i: number, result: R): void;
}

/**
 * Plays matches 0 to n-1. Each worker takes the next match when it is free. Fails if a match fails, and ends early if
 * the signal is aborted. Returns the number of matches that were counted.
 */
export async function playAll<R>(
  n: number,
  workers: readonly Worker<R>[],
  watcher: Watcher<R>,
  signal: AbortSignal,
): Promise<number> {
  const waiting = new Map<number, R>(); // matches that are over while an earlier one is not
  let next = 0;
  let counted = 0;
  let failed: unknown;
  let broken = false;
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const work = async (worker: Worker<R>): Promise<void> => {
    while (next < n && !signal.aborted && !broken) {
      const i = next++;
      const result = await worker.play(i);
      if (signal.aborted || broken) return;
      waiting.set(i, result);
      for (let at = waiting.get(counted); at !== undefined; at = waiting.get(counted)) {
        waiting.delete(counted);
        watcher.over(counted++, at);
      }
    }
  };
  const all = Promise.all(
    workers.map((worker) =>
      work(worker).catch((problem: unknown) => {
        if (!broken && !signal.aborted) [failed, broken] = [problem, true];
      }),
    ),
  );
  await Promise.race([all, stopped]);
  for (const worker of workers) worker.close();
  if (broken) throw failed;
  return counted;
}
