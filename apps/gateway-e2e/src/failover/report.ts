import type { ScenarioResult } from './run-scenario.js';

export type Verdict = 'passes' | 'fails' | 'known to fail' | 'passes, but is listed as known to fail';

/** Sentences of one scenario that are shown. */
const MAX_SENTENCES = 10;

export function verdictOf(
  { scenario, problems }: ScenarioResult,
  knownFailures: Readonly<Record<string, string>>,
): Verdict {
  const isKnown = scenario.name in knownFailures;
  if (problems.length === 0) return isKnown ? 'passes, but is listed as known to fail' : 'passes';
  return isKnown ? 'known to fail' : 'fails';
}

/** The results as a Markdown table. Times are reported, and compared with the goal, but decide nothing. */
export function tableOf(results: readonly ScenarioResult[], knownFailures: Readonly<Record<string, string>>): string {
  const head = [
    ...[
      'scenario',
      'no success, ms',
      'beyond the death, ms',
      'goal, ms',
      'missing',
      'repeated',
      'out of order',
      'ghosts',
    ],
    ...['ids given twice', 'differences', 'lost messages', 'queues ended', '400', '500', '503', 'result'],
  ];
  const rows = results.map((result) => [...cellsOf(result), verdictOf(result, knownFailures)]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ scenario, account, differences, longestSilenceMs, servedAfterMs }: ScenarioResult): string[] {
  if (account === undefined) return [scenario.name, ...Array.from({ length: 14 }, () => '–')];
  const { missing, repeated, outOfOrder, ghosts, idsGivenTwice, lostMessages, endedQueues, errors } = account;
  return [
    scenario.name,
    String(longestSilenceMs),
    servedAfterMs === undefined ? 'never' : String(servedAfterMs),
    String(scenario.goalMs),
    ...[missing, repeated, outOfOrder, ghosts, idsGivenTwice, differences, lostMessages, endedQueues].map(String),
    ...[400, 500, 503].map((status) => String(errors[status])),
  ];
}

/** Reasons of the result, for a terminal. */
export function explanationOf(result: ScenarioResult, knownFailures: Readonly<Record<string, string>>): string {
  const { scenario, problems, sentences } = result;
  const reason = knownFailures[scenario.name];
  const hidden = sentences.length - MAX_SENTENCES;
  return [
    `${scenario.name}: ${verdictOf(result, knownFailures)}${reason ? ` (${reason})` : ''}`,
    ...problems.map((problem) => `  ${problem}`),
    ...sentences.slice(0, MAX_SENTENCES).map((sentence) => `    ${sentence}`),
    ...(hidden > 0 ? [`    and ${hidden} more`] : []),
  ].join('\n');
}
