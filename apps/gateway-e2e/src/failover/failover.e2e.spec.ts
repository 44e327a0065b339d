import { findNewerServers } from '@chat/tools';
import { afterAll, expect, it } from '@jest/globals';
import { explanationOf, tableOf } from './report.js';
import { type ScenarioResult, ScenarioRunner } from './run-scenario.js';
import { SCENARIOS } from './scenarios.js';

/** `npm run failover` runs all scenarios. */
const chosen = SCENARIOS.filter(({ isShort }) => isShort);

// The service tests ran on the usual Redis.
const newer = (await findNewerServers()).find((program) => 'path' in program);
const runner = new ScenarioRunner(newer?.path);
const results: ScenarioResult[] = [];

afterAll(async () => {
  await runner.close();
  process.stdout.write(`Redis: ${newer === undefined ? 'the usual one' : `${newer.title} (${newer.version})`}\n`);
  process.stdout.write(`${tableOf(results)}\n`);
}, 60_000);

it.each(chosen)(
  '$title: each live queue has each event once and in order',
  async (scenario) => {
    const result = await runner.run(scenario);
    results.push(result);

    if (result.problems.length > 0) throw new Error(explanationOf(result));
    expect(result.account?.missing).toBe(0);
  },
  180_000,
);
