import { readArguments, UnknownArgumentError, usage } from './arguments.js';
import { explanationOf, tableOf } from './report.js';
import { type ScenarioResult, ScenarioRunner } from './run-scenario.js';
import { SCENARIOS } from './scenarios.js';
import { ServerDeathError } from './stage.js';

/** One replica of each service, for tests of the command itself. */
const scale = process.env['FAILOVER_ONE_REPLICA'] === undefined ? undefined : {};
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal ends the run. */
class InterruptedError extends Error {}

/** Rejects at a signal. A terminal and npm may send the same one. */
function untilInterrupted(): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => reject(new InterruptedError(`Ended by ${signal}.`)));
  });
  // The run may be ending already.
  interrupted.catch(() => {});
  return interrupted;
}

/** `npm run failover`. Resolves with the exit code: 1 if a scenario fails. */
async function main(args: readonly string[]): Promise<number> {
  const request = readArguments(args, SCENARIOS);
  if (request.kind === 'help') {
    process.stdout.write(`${usage(SCENARIOS)}\n`);
    return 0;
  }
  const { names } = request;
  const chosen = SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
  const results: ScenarioResult[] = [];
  const runner = new ScenarioRunner(undefined, scale);
  const interrupted = untilInterrupted();
  try {
    for (const scenario of chosen) {
      process.stdout.write(`\n${scenario.title}\n`);
      const result = await Promise.race([runner.run(scenario), interrupted]);
      results.push(result);
      process.stdout.write(`${explanationOf(result)}\n`);
    }
  } finally {
    await runner.close();
  }
  process.stdout.write(`\n${tableOf(results)}\n`);
  return results.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (![UnknownArgumentError, InterruptedError, ServerDeathError].some((kind) => error instanceof kind)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  // The clients of an interrupted scenario wait for servers that have ended.
  process.exit(1);
}
