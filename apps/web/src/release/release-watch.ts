/** Pause between two looks. */
const LOOK_EVERY_MS = 600_000;

interface ReleaseWatchOptions {
  /** Paths of the scripts of this page. Their names contain digests, and some are the same in several releases. */
  readonly scripts: readonly string[];
  /** The text of the page; undefined if the server gives another one or none, as without a session. */
  readonly readPage: () => Promise<string | undefined>;
  readonly now?: () => number;
}

/** Notices that the server has another release of the client: its page names other scripts. */
export class ReleaseWatch {
  /** The start of this release counts as a look. */
  private lookedAtMs: number;
  private isNewer = false;
  private readonly listeners = new Set<() => void>();
  private readonly now: () => number;

  constructor(private readonly options: ReleaseWatchOptions) {
    this.now = options.now ?? Date.now;
    this.lookedAtMs = this.now();
  }

  /** Whether a reload brings another release. */
  readonly hasOther = (): boolean => this.isNewer;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Asks the server, unless the last look was a short time ago. Call it when the person comes back to the window. */
  readonly look = async (): Promise<void> => {
    if (this.now() - this.lookedAtMs >= LOOK_EVERY_MS) await this.lookNow();
  };

  /** Asks the server in any case. */
  readonly lookNow = async (): Promise<void> => {
    if (this.isNewer) return;
    this.lookedAtMs = this.now();
    const page = await this.options.readPage().catch(() => undefined);
    if (page === undefined || this.options.scripts.every((script) => page.includes(script))) return;
    this.isNewer = true;
    for (const listener of this.listeners) listener();
  };
}

/** Reads the page of the client as a reload would. */
export async function readPage(): Promise<string | undefined> {
  const response = await fetch('/', { cache: 'no-cache' });
  return response.ok && !response.redirected ? response.text() : undefined;
}
