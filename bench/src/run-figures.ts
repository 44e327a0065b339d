import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type MeasuredLimits, machineSpeed, measureLimits, startLimitServers } from './limits/limits.js';
import type { Figure, FigureContext, FigureResult, LimitName } from './measurement.js';
import { svgOf } from './report/svg-plot.js';
import { machineLine, rounded, tableOfFigures, tableOfLimits } from './report/table.js';
import { Stage, type StageOptions } from './system/stage.js';

/**
 * Measures limits, figures, and the limits again, and the speed of the machine between the figures. Prints all results and
 * writes them into `folder`. Resolves with the exit code. `root` is the root of the repository.
 */
export async function runFigures(root: string, chosen: readonly Figure[], folder: string): Promise<number> {
  const startedAt = new Date();
  const results = new Map<string, FigureResult>();
  const speeds = new Map<string, number>();
  const failures = new Map<string, string>();
  let shared: Stage | undefined;
  const own: Stage[] = [];
  const open = async (options: Omit<StageOptions, 'root' | 'onProgress'> = {}) => {
    say('starting a system');
    return Stage.open({ root, onProgress: say, ...options });
  };
  const closeShared = async () => {
    await shared?.close();
    shared = undefined;
  };
  const context: FigureContext = {
    earlier: results,
    stage: async () => {
      shared ??= await open();
      return shared;
    },
    ownStage: async (options) => {
      await closeShared();
      const stage = await open(options);
      own.push(stage);
      return stage;
    },
  };
  const servers = await startLimitServers();
  let before: MeasuredLimits;
  let after: MeasuredLimits;
  try {
    say('measuring the limits of this machine');
    before = await measureLimits(servers);
    let speed = await machineSpeed(servers);
    for (const figure of chosen) {
      say(`measuring ${figure.name}`);
      try {
        try {
          results.set(figure.name, await figure.measure(context));
        } finally {
          for (const stage of own.splice(0)) await stage.close();
        }
        // Remaining work of a figure would make the machine look slow.
        await shared?.becomeIdle();
        const speedAfter = await machineSpeed(servers);
        speeds.set(figure.name, (speed + speedAfter) / 2);
        speed = speedAfter;
        for (const { what, value, unit } of results.get(figure.name)?.measurements ?? []) {
          say(`  ${what}: ${rounded(value)} ${unit}`);
        }
      } catch (error) {
        failures.set(figure.name, error instanceof Error ? error.message : String(error));
        say(`  FAILED: ${failures.get(figure.name)}`);
      }
    }
    await closeShared();
    say('measuring the limits of this machine again');
    after = await measureLimits(servers);
  } finally {
    await closeShared();
    await servers.stop();
  }
  const limits = betterOf(before, after);
  const measured = [...results].map(([name, { measurements }]) => ({
    measurements,
    speed: speeds.get(name) ?? Number.NaN,
  }));
  const page = [
    `# Measured on ${startedAt.toISOString().slice(0, 10)}`,
    `${machineLine()}; the load generator on the same machine.`,
    tableOfLimits(before, after),
    tableOfFigures(measured, limits),
    EXPLANATION,
    ...[...failures].map(([name, message]) => `Not measured: ${name}. ${message}`),
  ].join('\n\n');
  process.stdout.write(`\n${page}\n\n`);
  const raw = {
    startedAt,
    tookSeconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
    machine: machineLine(),
    limits: { before, after },
    speeds: Object.fromEntries(speeds),
    figures: Object.fromEntries(results),
    failures: Object.fromEntries(failures),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'table.md'), `${page}\n`);
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(raw, null, 2)}\n`);
  const plots = [...results.values()].flatMap((result) => result.plots ?? []);
  for (const plot of plots) writeFileSync(join(folder, `${plot.name}.svg`), svgOf(plot));
  say(`${rounded(raw.tookSeconds)} s; results in ${relative(root, folder)}`);
  return failures.size === 0 ? 0 : 1;
}

const EXPLANATION = [
  '*Speed* is this machine’s right before and after the figure, as a share of the machine that the goals are for: the geometric',
  'mean of bare GET, commits and RPUSH. *At this speed* is the goal scaled by it: fewer per second, or more time.',
].join('\n');

const betterOf = (one: MeasuredLimits, other: MeasuredLimits): MeasuredLimits =>
  Object.fromEntries(
    (Object.keys(one) as LimitName[]).map((name) => [name, Math.max(one[name], other[name])]),
  ) as unknown as MeasuredLimits;

const startMs = performance.now();
const say = (text: string): void => {
  process.stderr.write(`${((performance.now() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
};
