import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ExampleLanguage } from '@chat/contracts';

export interface Example {
  readonly name: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Prints a JSON object with `result`. */
  readonly isJson: boolean;
}

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const SUCCESS = /["']?result["']?: ?["']success["']/;

const COMMANDS: Readonly<Record<ExampleLanguage, readonly [program: string, ...args: string[]]>> = {
  curl: ['sh', 'examples.sh'],
  JavaScript: [process.execPath, fixture('run-examples.mjs')],
  Python: ['python3', fixture('run-examples.py')],
};

/** Runs the programs in one process, one after the other. Returns the names and outputs of those that failed. */
export async function failedExamples(
  language: ExampleLanguage,
  folder: string,
  examples: readonly Example[],
): Promise<string[]> {
  writeFileSync(
    join(folder, 'examples.json'),
    JSON.stringify(examples.map((example, index) => ({ ...example, index }))),
  );
  writeFileSync(join(folder, 'examples.sh'), shellScript(examples));
  for (const [index, { program }] of examples.entries()) writeFileSync(join(folder, `${index}.mjs`), program);
  const outputs = outputsIn(await outputOf(COMMANDS[language], folder));
  return examples.flatMap(({ name, isJson }, index) => {
    const output = outputs.get(index) ?? 'The example did not run.';
    const succeeded = output.includes('\n@@ done') && (!isJson || SUCCESS.test(output));
    return succeeded ? [] : [`${name}: ${output.trim().slice(0, 500)}`];
  });
}

/** Each example runs in a subshell with its environment. curl prints errors and reports them by its status. */
function shellScript(examples: readonly Example[]): string {
  const blocks = examples.map(({ program, env }, index) => {
    const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    return `echo; echo '@@ ${index}'\n(\n${variables.join('; ')}\n${program}\n) && { echo; echo '@@ done'; }`;
  });
  return ['curl() { command curl --silent --show-error --fail-with-body "$@" 2>&1; }', ...blocks].join('\n');
}

function outputsIn(output: string): ReadonlyMap<number, string> {
  const parts = output.split(/^@@ (?=\d+$)/m).slice(1);
  return new Map(parts.map((part) => [Number.parseInt(part, 10), part.slice(part.indexOf('\n'))]));
}

async function outputOf([program, ...args]: readonly [string, ...string[]], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const failure = new Promise<never>((_, reject) => child.on('error', reject));
  return Promise.race([text(child.stdout), failure]);
}
