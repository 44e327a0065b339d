import type { ChildProcess } from 'node:child_process';

/** Reveals that the process of a server ended although no test ended it. */
export class UnexpectedDeath {
  /** Resolves with an error that names the server. Stays open if every end is expected. */
  readonly error: Promise<Error>;
  private readonly expected = new WeakSet<ChildProcess>();
  private reveal: (error: Error) => void = () => {};

  constructor(private readonly server: string) {
    this.error = new Promise((resolve) => {
      this.reveal = resolve;
    });
  }

  watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (!this.expected.has(child))
        this.reveal(new Error(`${this.server} died by itself: ${signal ?? `code ${code}`}.`));
    });
  }

  /** To be called before the test ends the process. */
  expect(child: ChildProcess): void {
    this.expected.add(child);
  }
}
