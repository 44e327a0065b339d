import { readArguments, UnknownArgumentError, usage } from './arguments.js';
import { explanationOf, tableOf, verdictOf } from './report.js';
import { type ScenarioResult, ScenarioRunner } from './run-scenario.js';
import { KNOWN_FAILURES, SCENARIOS } from './scenarios.js';

/** `npm run failover`. Resolves with the exit code: 1 if a scenario fails that is not known to fail. */
async function main(args: readonly string[]): Promise<number> {
  const request = readArguments(args, SCENARIOS);
  if (request.kind === 'help') {
    process.stdout.write(`${usage(SCENARIOS)}\n`);
    return 0;
  }
  const { names } = request;
  const chosen = SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name));
  const results: ScenarioResult[] = [];
  const runner = new ScenarioRunner();
  try {
    for (const scenario of chosen) {
      process.stdout.write(`\n${scenario.title}\n`);
      const result = await runner.run(scenario);
      results.push(result);
      process.stdout.write(`${explanationOf(result, KNOWN_FAILURES)}\n`);
    }
  } finally {
    await runner.close();
  }
  process.stdout.write(`\n${tableOf(results, KNOWN_FAILURES)}\n`);
  return results.some((result) => verdictOf(result, KNOWN_FAILURES) === 'fails') ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UnknownArgumentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
