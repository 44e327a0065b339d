import { cpus, totalmem } from 'node:os';
import { LIMITS, type MeasuredLimits } from '../limits/limits.js';
import { type Goal, goalAt, type LimitName, type Measurement, meetsGoal } from '../measurement.js';

const SHORT_NAMES: Record<LimitName, string> = {
  node: 'bare GET',
  http: 'bare POST',
  commits: 'commits',
  rpush: 'RPUSH',
  publish: 'PUBLISH',
};

/** The limits before and after the figures, as a Markdown table. */
export function tableOfLimits(before: MeasuredLimits, after: MeasuredLimits): string {
  const rows = LIMITS.map(({ name, title, onGoalsMachine }) => [
    title,
    rounded(before[name]),
    rounded(after[name]),
    onGoalsMachine === undefined ? '' : rounded(onGoalsMachine),
  ]);
  return markdownTable(['limit, per second', 'before', 'after', 'the goals’ machine'], rows);
}

/** Results of one figure, and the speed of the machine meanwhile (1: the machine of the goals). */
export interface Measured {
  readonly measurements: readonly Measurement[];
  readonly speed: number;
}

/** The figures as a Markdown table. Ratios are to the better of each limit's two measurements. */
export function tableOfFigures(figures: readonly Measured[], limits: MeasuredLimits): string {
  const rows = figures.flatMap(({ measurements, speed }) =>
    measurements.map((measurement) => rowOf(measurement, speed, limits)),
  );
  const goals = ['to reach', 'reached', 'at this speed', 'reached', 'speed'];
  return markdownTable(['figure', 'measured', ...goals, 'peer', 'of the limit'], rows);
}

function rowOf(measurement: Measurement, speed: number, limits: MeasuredLimits): string[] {
  const { what, value, unit, goal, peer, comparedWith } = measurement;
  return [
    what,
    `${rounded(value)} ${unit}`,
    ...goalCells(value, goal),
    ...goalCells(value, goal && goalAt(speed, { goal, unit })),
    speed.toFixed(2),
    peer ?? '',
    comparedWith ? `${(value / limits[comparedWith]).toFixed(3)} × ${SHORT_NAMES[comparedWith]}` : '',
  ];
}

const goalCells = (value: number, goal: Goal | undefined) => (goal ? [goalText(goal), verdict(value, goal)] : ['', '']);

const verdict = (value: number, goal: Goal): string => (meetsGoal(value, goal) ? 'yes' : '**no**');

const goalText = (goal: Goal) => ('atLeast' in goal ? `≥ ${rounded(goal.atLeast)}` : `≤ ${rounded(goal.atMost)}`);

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? text).length), 3));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] as number)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** Three significant digits are more than such measurements have; large numbers keep all before the point. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** One line about where this was measured. */
export function machineLine(): string {
  const models = new Set(cpus().map(({ model }) => model.trim()));
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${[...models].join(', ')}), ${memory} GiB, Node ${process.version}, ${process.platform}`;
}
