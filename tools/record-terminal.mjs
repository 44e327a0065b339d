#!/usr/bin/env node
// `npm run docs:terminal`: runs the README's first commands in a copy of the checkout and draws the terminal as docs/terminal.svg.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'chat-terminal-'));
const checkout = join(folder, 'chat');
const COLUMNS = 104;
const LINE_PX = 18;

/** The commands of the README: the start, and the first message. */
const [start, send] = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```sh.*\n([\s\S]*?)```/g)].map(
  ([, code]) => code.trim(),
);

const screen = [];
const type = (command) =>
  screen.push(...command.split('\n').map((line, index) => ['command', `${index === 0 ? '$ ' : '  '}${line}`]));
const show = (output) =>
  screen.push(
    ...output
      .trimEnd()
      .split('\n')
      .map((line) => ['output', line]),
  );

/** Cuts the demo accounts after the third: the picture shows the kind of the lines, not all of them. */
const shortened = (output) => output.replace(/(Demo accounts.*\n(?: .*\n){3})(?: .*\n)+/, '$1  …\n');

execFileSync('cp', ['-al', root, checkout]);
try {
  rmSync(join(checkout, '.local'), { recursive: true, force: true });
  const system = spawn('npm', ['start', '--silent'], { cwd: checkout, detached: true });
  let output = '';
  for await (const chunk of system.stdout) {
    output += chunk;
    if (output.includes('Ctrl-C')) break;
  }
  type(start);
  show(shortened(output));
  screen.push(['output', '']);
  type(send);
  show(execFileSync('bash', ['-c', send], { cwd: checkout, encoding: 'utf8' }));
  process.kill(-system.pid, 'SIGINT');
  await once(system, 'exit');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const lines = screen.map(([kind, text], index) => {
  const shown = text.length > COLUMNS ? `${text.slice(0, COLUMNS - 1)}…` : text;
  return `<text x="16" y="${52 + index * LINE_PX}" class="${kind}" xml:space="preserve">${escaped(shown)}</text>`;
});
const [width, height] = [COLUMNS * 7.85 + 32, screen.length * LINE_PX + 58];
const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
);
writeFileSync(
  join(root, 'docs', 'terminal.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>npm start prints the address and the demo accounts; curl sends a message.</title>
<style>text { font: 13px ui-monospace, 'DejaVu Sans Mono', monospace; fill: #c9d1d9 } .command { fill: #7ee787 }</style>
<rect width="100%" height="100%" rx="8" fill="#161b22"/>
${dots.join('')}
${lines.join('\n')}
</svg>
`,
);
