import { expect, it } from '@jest/globals';
import { accountWork } from './account.js';
import { tableOf } from './report.js';
import type { ScenarioResult } from './run-scenario.js';
import type { Scenario } from './scenario.js';

const scenario = (name: string, mayEnd: Scenario['mayEnd']): Scenario => ({
  ...{ name, title: name, stage: 'pairs', mayEnd, goalMs: 1_500 },
  happen: async () => {},
});
const result = (of: Scenario, more: Partial<ScenarioResult> = {}): ScenarioResult => ({
  ...{ scenario: of, account: accountWork([], []), differences: 0, longestSilenceMs: 40 },
  ...{ servedAfterMs: 10, idleServedAfterMs: 20, problems: [], sentences: [], ...more },
});
const cells = (table: string) => table.split('\n').map((line) => line.split(' | '));

it('the table has a cell for each heading, also for a scenario that was not run to its end', () => {
  const broken: ScenarioResult = { scenario: scenario('broken', 'none'), problems: ['no start'], sentences: [] };

  const [head, , complete, incomplete] = cells(tableOf([result(scenario('complete', 'none')), broken]));

  expect([complete?.length, incomplete?.length]).toEqual([head?.length, head?.length]);
  expect([complete?.at(-1), incomplete?.at(-1)]).toEqual(['passes |', 'fails |']);
});

it('the table compares the time until a loss is noticed with its goal, if the scenario has a loss', () => {
  const lossOf = (each: ScenarioResult) => cells(tableOf([each]))[2]?.slice(5, 7);

  expect(lossOf(result(scenario('none', 'none')))).toEqual(['–', '–']);
  expect(lossOf(result(scenario('noticed', 'busy'), { noticedAfterMs: 120 }))).toEqual(['120', '2000']);
  expect(lossOf(result(scenario('overlooked', 'all')))).toEqual(['never', '2000']);
});
