/** The run that the command line names. */
export type BenchRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'soak' }
  /** `names` is empty for all figures. */
  | { readonly kind: 'figures'; readonly names: readonly string[] };

/** An argument that `npm run bench` does not know; the message lists the known ones. */
export class UnknownArgumentError extends Error {}

/** Usage of `npm run bench` and `npm run soak`, for a terminal. */
export function usage(figures: readonly string[]): string {
  return `Usage: npm run bench -- [FIGURE]...
       npm run soak

Without a figure, bench measures all of them (about twenty minutes) and writes bench/results; with figures it writes .local/bench.
Figures: ${figures.join(', ')}

  --help   show this

Environment: BENCH_HISTORY (messages in long-history, 10000000), BENCH_PROFILE (folder for CPU profiles of the services);
for soak: SOAK_SECONDS (180), SOAK_FACTOR (2), SOAK_CONNECTIONS (4000), SOAK_IDLE (5000).`;
}

/** Reads the arguments of `npm run bench`. Throws UnknownArgumentError. */
export function readArguments(args: readonly string[], figures: readonly string[]): BenchRequest {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { kind: 'help' };
  const [first, ...others] = args;
  const isSoak = first === 'soak';
  const unknown = isSoak ? others : args.filter((arg) => !figures.includes(arg));
  if (unknown.length > 0) {
    const known = isSoak ? 'npm run soak takes no arguments but --help.' : `Known figures: ${figures.join(', ')}.`;
    throw new UnknownArgumentError(`Unknown: ${unknown.join(', ')}. ${known}`);
  }
  return isSoak ? { kind: 'soak' } : { kind: 'figures', names: args };
}
