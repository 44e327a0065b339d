import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, UnknownArgumentError, usage } from './arguments.js';
import { FIGURES } from './figures/figures.js';
import { runFigures } from './run-figures.js';
import { soak } from './soak/soak.js';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const known = FIGURES.map(({ name }) => name);

/** Executes the arguments. Resolves with the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const request = readArguments(args, known);
  if (request.kind === 'help') {
    process.stdout.write(`${usage(known)}\n`);
    return 0;
  }
  if (request.kind === 'soak') return soak(root, join(root, '.local/soak'));
  const { names } = request;
  const chosen = names.length === 0 ? FIGURES : FIGURES.filter(({ name }) => names.includes(name));
  return runFigures(root, chosen, join(root, names.length === 0 ? 'bench/results' : '.local/bench'));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UnknownArgumentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
