/** Somebody else holds the lock. */
export class LockedError extends Error {
  readonly pid: number;
}

/** Takes the lock file and returns a function that gives it back. Throws LockedError when its holder lives. */
export function lockFolder(path: string): () => void;
