import type { AttemptResult } from '../deliveries.repository.js';

const MAX_RESULTS_PER_BATCH = 250;

interface Batch {
  readonly results: AttemptResult[];
  readonly stored: Promise<void>;
}

/** Stores the results of attempts, one batch at a time. Results gather in the next one meanwhile. */
export class ResultBatches {
  /** Resolves when the last batch is stored. */
  last: Promise<void> = Promise.resolve();
  private next: Batch | undefined;

  /** `store` must not reject. */
  constructor(private readonly store: (results: readonly AttemptResult[]) => Promise<void>) {}

  /** Resolves when the result is stored. */
  add(result: AttemptResult): Promise<void> {
    const waiting = this.next;
    if (waiting !== undefined && waiting.results.length < MAX_RESULTS_PER_BATCH) {
      waiting.results.push(result);
      return waiting.stored;
    }
    const results = [result];
    const stored = this.last.then(() => {
      if (this.next?.results === results) this.next = undefined;
      return this.store(results);
    });
    this.next = { results, stored };
    this.last = stored;
    return stored;
  }
}
