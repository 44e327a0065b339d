const SHOWN = 8;
/** Below this nobody gains anything by looking. */
const WORTH_SHOWING_MS = 1_000;

/** The slowest test files as lines of duration and path, slowest first. */
export function slowestFiles(files: readonly { path: string; ms: number }[]): string[] {
  return files
    .filter(({ ms }) => ms >= WORTH_SHOWING_MS)
    .sort((left, right) => right.ms - left.ms)
    .slice(0, SHOWN)
    .map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${path}`);
}
