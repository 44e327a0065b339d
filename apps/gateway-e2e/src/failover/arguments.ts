/** The run that the command line names. */
export type FailoverRequest =
  | { readonly kind: 'help' }
  /** `names` is empty for all scenarios. */
  | { readonly kind: 'scenarios'; readonly names: readonly string[] };

/** An argument that `npm run failover` does not know; the message lists the known ones. */
export class UnknownArgumentError extends Error {}

interface Described {
  readonly name: string;
  readonly title: string;
}

/** Usage of `npm run failover`, for a terminal. */
export function usage(scenarios: readonly Described[]): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  const lines = scenarios.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`);
  return `Usage: npm run failover -- [SCENARIO]...

Runs the whole system, lets a server fail while eight users work, and compares all events that they received. Without a scenario it runs
all of them (about half an hour on two cores), one at a time.

${lines.join('\n')}

  --help   show this`;
}

/** Reads the arguments of `npm run failover`. Throws UnknownArgumentError. */
export function readArguments(args: readonly string[], scenarios: readonly Described[]): FailoverRequest {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { kind: 'help' };
  const known = scenarios.map(({ name }) => name);
  const unknown = args.filter((arg) => !known.includes(arg));
  if (unknown.length > 0) {
    throw new UnknownArgumentError(`Unknown: ${unknown.join(', ')}. Known scenarios: ${known.join(', ')}.`);
  }
  return { kind: 'scenarios', names: args };
}
