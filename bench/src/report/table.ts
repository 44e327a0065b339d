import type { MeasuredLimits } from '../limits/measure-limits.js';
import { LIMITS } from '../limits/measure-limits.js';
import { type Goal, type LimitName, type Measurement, meetsGoal } from '../measurement.js';
import { rounded } from './round.js';

const SHORT_NAMES: Record<LimitName, string> = {
  http: 'bare POST',
  commits: 'commits',
  rpush: 'RPUSH',
  publish: 'PUBLISH',
};

/** The limits before and after the figures, as a Markdown table. */
export function tableOfLimits(before: MeasuredLimits, after: MeasuredLimits): string {
  const rows = LIMITS.map(({ name, title }) => [title, rounded(before[name]), rounded(after[name])]);
  return markdownTable(['limit of this machine, per second', 'before', 'after'], rows);
}

/** The figures as a Markdown table. Ratios are to the better of each limit's two measurements. */
export function tableOfFigures(measurements: readonly Measurement[], limits: MeasuredLimits): string {
  const rows = measurements.map((measurement) => {
    const { what, value, unit, goal, peer, comparedWith } = measurement;
    return [
      what,
      `${rounded(value)} ${unit}`,
      goal ? goalText(goal) : '',
      goal ? (meetsGoal(value, goal) ? 'yes' : '**no**') : '',
      peer ?? '',
      comparedWith ? `${(value / limits[comparedWith]).toFixed(3)} × ${SHORT_NAMES[comparedWith]}` : '',
    ];
  });
  return markdownTable(['figure', 'measured', 'to reach', 'reached', 'peer', 'of the limit'], rows);
}

const goalText = (goal: Goal): string =>
  'atLeast' in goal ? `≥ ${rounded(goal.atLeast)}` : `≤ ${rounded(goal.atMost)}`;

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? text).length), 3));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] as number)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
