import type { ScenarioResult } from './run-scenario.js';
import { NOTICE_GOAL_MS } from './scenario.js';

/** Sentences of one scenario that are shown. */
const MAX_SENTENCES = 10;

const verdictOf = ({ problems }: ScenarioResult): string => (problems.length === 0 ? 'passes' : 'fails');

/** The results as a Markdown table. Times are reported, and compared with the goal, but decide nothing. */
export function tableOf(results: readonly ScenarioResult[]): string {
  const head = [
    ...['scenario', 'no success, ms', 'beyond the death, ms', 'idle service, ms', 'goal, ms'],
    ...['loss noticed after, ms', 'its goal, ms', 'missing', 'repeated', 'out of order', 'ghosts', 'ids given twice'],
    ...['differences', 'lost messages', 'queues ended', 'untrue outcomes', '400', '500', '503', 'result'],
  ];
  const rows = results.map((result) => [...cellsOf(result, head.length - 1), verdictOf(result)]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const timeOf = (ms: number | undefined): string => (ms === undefined ? 'never' : String(ms));

function cellsOf(result: ScenarioResult, count: number): string[] {
  const { scenario, account, differences, longestSilenceMs, servedAfterMs, idleServedAfterMs, noticedAfterMs } = result;
  if (account === undefined) return [scenario.name, ...Array.from({ length: count - 1 }, () => '–')];
  const { missing, repeated, outOfOrder, ghosts, idsGivenTwice, lostMessages, endedQueues, untrueOutcomes, errors } =
    account;
  return [
    scenario.name,
    String(longestSilenceMs),
    ...[servedAfterMs, idleServedAfterMs].map(timeOf),
    String(scenario.goalMs),
    ...(scenario.mayEnd === 'none' ? ['–', '–'] : [timeOf(noticedAfterMs), String(NOTICE_GOAL_MS)]),
    ...[missing, repeated, outOfOrder, ghosts, idsGivenTwice, differences, lostMessages, endedQueues].map(String),
    String(untrueOutcomes),
    ...[400, 500, 503].map((status) => String(errors[status])),
  ];
}

/** Reasons of the result, for a terminal. */
export function explanationOf(result: ScenarioResult): string {
  const { scenario, problems, sentences } = result;
  const hidden = sentences.length - MAX_SENTENCES;
  return [
    `${scenario.name}: ${verdictOf(result)}`,
    ...problems.map((problem) => `  ${problem}`),
    ...sentences.slice(0, MAX_SENTENCES).map((sentence) => `    ${sentence}`),
    ...(hidden > 0 ? [`    and ${hidden} more`] : []),
  ].join('\n');
}
