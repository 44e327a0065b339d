import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIGURES } from './figures/figures.js';
import { runFigures } from './run-figures.js';
import { soak } from './soak/soak.js';

/** `npm run bench` measures everything; `npm run bench -- <figure> …` only those figures; `npm run soak` overloads for minutes. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const names = process.argv.slice(2);
const isSoak = names[0] === 'soak';
const unknown = isSoak ? [] : names.filter((name) => !FIGURES.some((figure) => figure.name === name));
if (isSoak) {
  process.exitCode = await soak({ root, folder: join(root, '.local/soak') });
} else if (unknown.length > 0) {
  const known = FIGURES.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no figure ${unknown.join(', ')}. There are: ${known}\n`);
  process.exitCode = 1;
} else {
  const chosen = names.length === 0 ? FIGURES : FIGURES.filter(({ name }) => names.includes(name));
  const folder = join(root, names.length === 0 ? 'bench/results' : '.local/bench');
  process.exitCode = await runFigures({ root, chosen, folder });
}
