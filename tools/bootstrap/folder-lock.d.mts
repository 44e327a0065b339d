export class LockedError extends Error {
  readonly pid: number;
}
export function lockFolder(path: string): () => void;
