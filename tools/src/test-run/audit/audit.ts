import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkResult, type Step } from '../steps.js';

/** Advisories that were looked at and do not concern us. */
const EXCEPTIONS = join('tools', 'audit-exceptions.json');

/**
 * Known vulnerabilities of production dependencies: red for high and critical ones. An unreachable registry is only
 * reported, since it says nothing about the code.
 */
export const audit: Step = {
  name: 'audit',
  title: 'Known weaknesses of dependencies',
  run: async ({ root, output }) => {
    const answer = await askRegistry(root);
    if ('unreachable' in answer) {
      output.print(`NOT CHECKED: the registry does not tell advisories (${answer.unreachable})\n`);
      return checkResult(true);
    }
    const exceptions = JSON.parse(readFileSync(join(root, EXCEPTIONS), 'utf8')) as AuditException[];
    const verdict = judgeAdvisories(answer.advisories, exceptions, new Date().toISOString().slice(0, 10));
    output.print(`${verdict.lines.join('\n')}\n`);
    if (!verdict.isGreen) output.print(`Upgrade, or say in ${EXCEPTIONS} why it does not concern us.\n`);
    return checkResult(verdict.isGreen);
  },
};

/** A registry that has not answered by then does not answer. */
const TIMEOUT_MS = 30_000;
/** npm hands its own settings down, among them ones that pnpm would complain about. */
const NPM_SETTING = /^npm_(?!config_(registry|userconfig|cache|.*proxy|cafile|strict_ssl)$)/i;

/** The registry's advisories about production packages, or the reason why there are none. */
export type RegistryAnswer = { readonly advisories: readonly Advisory[] } | { readonly unreachable: string };

/** Asks the configured registry through the pinned pnpm. */
export async function askRegistry(root: string): Promise<RegistryAnswer> {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { packageManager: string };
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NPM_SETTING.test(name)));
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const child = spawn(npx, ['--yes', packageManager, 'audit', '--prod', '--json'], {
    cwd: root,
    env,
    // A process group of its own, so that the children of npx end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), TIMEOUT_MS);
  try {
    const [[, signal], ...texts] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return readAnswer(signal === 'SIGKILL' ? 'no answer in time' : texts.join(''));
  } catch (error) {
    return readAnswer((error as Error).message);
  } finally {
    clearTimeout(timer);
  }
}

/** Parses the output of `pnpm audit --json`: a report, or an error text. */
export function readAnswer(output: string): RegistryAnswer {
  const [begin, end] = [output.indexOf('{'), output.lastIndexOf('}')];
  try {
    const { advisories } = JSON.parse(output.slice(begin, end + 1)) as { advisories?: Record<string, Advisory> };
    if (advisories !== undefined) return { advisories: Object.values(advisories) };
  } catch {
    // No report.
  }
  const words = output
    .split('\n')
    .map((line) => line.replace(/^[\s│×]+/u, ''))
    .filter((line) => line !== '' && !line.startsWith('npm '));
  return { unreachable: words.slice(0, 3).join(' ') || 'no answer' };
}

/** A known weakness of a package that runs in production, as `pnpm audit --json` reports it. */
export interface Advisory {
  readonly github_advisory_id: string;
  readonly module_name: string;
  readonly title: string;
  readonly severity: string;
  readonly vulnerable_versions: string;
  readonly patched_versions: string;
  readonly url: string;
  readonly findings: readonly { readonly version: string; readonly paths: readonly string[] }[];
}

/** An advisory that does not concern us, with the reason, until the day of the next review. */
export interface AuditException {
  readonly advisory: string;
  readonly reason: string;
  /** `YYYY-MM-DD`. */
  readonly until: string;
}

export interface AuditVerdict {
  readonly isGreen: boolean;
  readonly lines: readonly string[];
}

const GRAVE = new Set(['high', 'critical']);

/** Red for high and critical advisories without a valid exception; lists all advisories. `today` as `YYYY-MM-DD`. */
export function judgeAdvisories(advisories: readonly Advisory[], exceptions: readonly AuditException[], today: string) {
  const valid = new Map(exceptions.filter(({ until }) => until >= today).map((entry) => [entry.advisory, entry]));
  const lines: string[] = [];
  let isGreen = true;
  for (const advisory of advisories) {
    const exception = valid.get(advisory.github_advisory_id);
    const isGrave = GRAVE.has(advisory.severity) && exception === undefined;
    if (isGrave) isGreen = false;
    const what = `${advisory.severity}: ${advisory.module_name} ${advisory.findings.map(({ version }) => version).join(', ')}: ${advisory.title}`;
    const why = exception === undefined ? '' : ` (excepted until ${exception.until}: ${exception.reason})`;
    lines.push(`${isGrave ? 'RED ' : ''}${what}, ${advisory.url}, fixed in ${advisory.patched_versions}${why}`);
  }
  const reported = new Set(advisories.map((advisory) => advisory.github_advisory_id));
  for (const { advisory, until } of exceptions) {
    if (!reported.has(advisory)) lines.push(`The exception for ${advisory} is no longer needed`);
    else if (until < today) lines.push(`The exception for ${advisory} ended on ${until}: look at it again`);
  }
  return { isGreen, lines: lines.length === 0 ? ['No known weakness'] : lines };
}
