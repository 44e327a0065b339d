import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundle } from '../../bundle/bundle.mjs';
import { NODE_OPTIONS } from '../supervisor/services.js';

let root: string;
let target: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'chat-bundle-')));
  target = join(root, 'dist', 'services');
  write('package.json', '{ "type": "module" }');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const run = (name: string, options: readonly string[] = ['--enable-source-maps']) =>
  spawnSync(process.execPath, [...options, join(target, `${name}.js`)], { encoding: 'utf8' });

/** As the launcher starts a service. */
const runCached = (name: string) => run(name, NODE_OPTIONS);

/** Paths of the stored code, with the files as which they were written. */
const storedCode = () =>
  readdirSync(target)
    .filter((name) => name.endsWith('.code'))
    .map((name) => ({ path: join(target, name), inode: statSync(join(target, name)).ino }));

it('leaves each module its address, also of a file that it loads by a computed name', async () => {
  write('apps/a/dist/parts/one/one.part.js', 'export default import.meta.url;');
  const main = write(
    'apps/a/dist/a.js',
    "const name = 'one';\nimport(`./parts/${name}/${name}.part.js`).then((part) => console.log(import.meta.url, part.default));",
  );

  await bundle({ a: main }, target);
  rmSync(join(root, 'apps/a/dist/parts'), { recursive: true });

  const part = pathToFileURL(join(root, 'apps/a/dist/parts/one/one.part.js')).href;
  expect(run('a').stdout.trim()).toBe(`${pathToFileURL(main).href} ${part}`);
});

it('runs modules in their order, with the names of their classes', async () => {
  write('libs/l/dist/first.js', "globalThis.order = ['first'];\nexport class Name {}");
  write('libs/l/dist/second.js', "globalThis.order.push('second');\nexport class Name {}");
  const main = write(
    'apps/b/dist/b.js',
    "import { Name } from '../../../libs/l/dist/first.js';\nimport { Name as Other } from '../../../libs/l/dist/second.js';\nconsole.log(globalThis.order.join(), Name.name, Other.name);",
  );

  await bundle({ b: main, c: join(root, 'libs/l/dist/second.js') }, target);

  expect(run('b').stdout.trim()).toBe('first,second Name Name');
});

it('loads a package with native code once, from its folder, by import and by require', async () => {
  write('apps/d/node_modules/sharp/package.json', '{ "name": "sharp", "main": "index.js" }');
  write('apps/d/node_modules/sharp/index.js', 'module.exports = { folder: __dirname };');
  write('apps/d/node_modules/user/package.json', '{ "name": "user", "main": "index.js" }');
  write('apps/d/node_modules/user/index.js', "exports.loaded = () => require('sharp');");
  const main = write(
    'apps/d/dist/d.js',
    "import user from 'user';\nimport sharp from 'sharp';\nconsole.log(sharp.folder, user.loaded() === sharp);",
  );

  await bundle({ d: main }, target);

  expect(run('d').stdout.trim()).toBe(`${join(root, 'apps/d/node_modules/sharp')} true`);
});

it('shares a bundled driver with the preloads of a program', async () => {
  write('apps/k/node_modules/ioredis/package.json', '{ "name": "ioredis", "main": "index.js" }');
  const driver = write('apps/k/node_modules/ioredis/index.js', 'exports.Redis = class Redis {};');
  const text =
    "import { Redis } from 'ioredis';\nexport const started = Promise.resolve();\nconsole.log(new Redis().word);";
  const main = write('apps/k/dist/k.js', text);
  await bundle({ k: main, ioredis: driver }, target);
  const preload = write('preload.cjs', "require('./dist/services/ioredis.js').Redis.prototype.word = 'changed';");

  const { stdout } = run('k', [...NODE_OPTIONS, '--require', preload]);

  expect(stdout.trim()).toBe('changed');
});

it('stores chunks in ASCII, and runs them with the same texts', async () => {
  const text = "/** Ünï → */\nconst text = '→ 日本語 😀';\nconsole.log(text, /^→/.test(text), `${1}é`);";
  await bundle({ l: write('apps/l/dist/l.js', text) }, target);

  expect(readFileSync(join(target, 'l.js'), 'utf8')).not.toMatch(/[^\0-\x7f]/);
  expect(run('l').stdout.trim()).toBe('→ 日本語 😀 true 1é');
});

it('makes no format of times before a logger of Nest needs one', async () => {
  const nest = createRequire(new URL('../../../libs/service-kit/package.json', import.meta.url));
  const text = `let made = 0;
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, { construct: (...given) => { made++; return Reflect.construct(...given); } });
    import(${JSON.stringify(nest.resolve('@nestjs/common'))}).then(({ ConsoleLogger, Logger }) => {
      const before = made;
      console.log(before, [new ConsoleLogger().getTimestamp(), Logger.getTimestamp()].every(Boolean), made);
    });`;

  await bundle({ n: write('apps/n/dist/n.js', text) }, target);

  expect(run('n').stdout.trim()).toBe('0 true 2');
});

it('shows lines of TypeScript in stack traces', async () => {
  const map = { version: 3, sources: ['../src/e.ts'], names: [], mappings: 'AAUA' };
  write('apps/e/dist/e.js.map', JSON.stringify(map));
  const main = write('apps/e/dist/e.js', "throw new Error('here');\n//# sourceMappingURL=e.js.map");

  await bundle({ e: main }, target);

  expect(run('e').stderr).toContain(`${join(root, 'apps/e/src/e.ts')}:11`);
});

describe('with cached code', () => {
  const program = (word: string) => `export const started = Promise.resolve();\nconsole.log('${word}');`;

  it('a program runs by the code of its first start', async () => {
    await bundle({ g: write('apps/g/dist/g.js', program('one')) }, target);

    const first = runCached('g');
    const stored = storedCode();
    const second = runCached('g');

    expect([first, second].map(({ stdout, stderr }) => stdout + stderr)).toEqual(['one\n', 'one\n']);
    expect(stored.length).toBeGreaterThan(0);
    // Rejected code would be replaced.
    expect(storedCode()).toEqual(stored);
  });

  it('a start uses the stored code also after a copy of the checkout by hard links', async () => {
    const main = write('apps/g/dist/g.js', program('one'));
    await bundle({ g: main }, target);
    runCached('g');
    const stored = storedCode();
    linkSync(join(target, 'g.js'), join(root, 'copy-of-g.js'));

    expect(runCached('g').stdout).toBe('one\n');
    expect(storedCode()).toEqual(stored);
  });

  it('a program imports modules of Node, packages and its own modules', async () => {
    write('apps/i/node_modules/pg/package.json', '{ "name": "pg", "main": "index.js" }');
    write('apps/i/node_modules/pg/index.js', "exports.name = 'pg';");
    write('apps/i/dist/late.js', "export const name = 'late';");
    const imports = "Promise.all([import('node:os'), import('pg'), import('./late.js')])";
    const shown = '([os, pg, late]) => console.log(typeof os.uptime, pg.default.name, late.name)';
    const main = write('apps/i/dist/i.js', `export const started = ${imports}.then(${shown});`);
    await bundle({ i: main }, target);

    expect([runCached('i'), runCached('i')].map(({ stdout }) => stdout)).toEqual([
      'function pg late\n',
      'function pg late\n',
    ]);
  });

  it('a start uses the stored code of a chunk, and a changed chunk of the same length has code of its own', async () => {
    await bundle({ g: write('apps/g/dist/g.js', program('one')) }, target);
    const chunk = join(target, 'g.js');
    const one = readFileSync(chunk, 'utf8');
    const [, codeOfOne] = [runCached('g'), storedCode()[0]?.path ?? ''];
    writeFileSync(chunk, one.replace('one', 'two'));

    expect(runCached('g').stdout).toBe('two\n');

    const codeOfTwo = storedCode().find(({ path }) => path !== codeOfOne)?.path ?? '';
    copyFileSync(codeOfOne, codeOfTwo);
    // V8 accepts the wrong code.
    expect(runCached('g').stdout).toBe('one\n');
  });

  it('programs with a common chunk store code of their own', async () => {
    write('libs/m/dist/common.js', "export const one = () => 'one';\nexport const two = () => 'two';");
    const programOf = (name: string) =>
      `import { ${name} } from '../../../libs/m/dist/common.js';\nexport const started = Promise.resolve(${name}());`;
    const entries = ['one', 'two'].map((name) => [name, write(`apps/m/dist/${name}.js`, programOf(name))]);
    await bundle(Object.fromEntries(entries), target);

    for (const name of ['one', 'two', 'one', 'two']) runCached(name);

    const ofCommon = storedCode().filter(({ path }) => /common/.test(path));
    expect(ofCommon.map(({ path }) => /\.js\.(\w+)\./.exec(path)?.[1]).sort()).toEqual(['one', 'two']);
  });

  it('a program with damaged code runs, and replaces it', async () => {
    await bundle({ g: write('apps/g/dist/g.js', program('one')) }, target);
    runCached('g');
    const stored = storedCode();
    for (const { path } of stored) writeFileSync(path, readFileSync(path).fill(1, 100));

    expect(runCached('g').stdout).toBe('one\n');
    expect(storedCode().map(({ path }) => path)).toEqual(stored.map(({ path }) => path));
    expect(stored.filter(({ path }) => readFileSync(path).includes(Buffer.alloc(50, 1)))).toEqual([]);
  });

  it('stack traces show lines of TypeScript, also by stored code', async () => {
    const map = { version: 3, sources: ['../src/h.ts'], names: [], mappings: ';AAUA' };
    write('apps/h/dist/h.js.map', JSON.stringify(map));
    const text = "export const started = Promise.resolve();\nconsole.log(new Error('here').stack);";
    const main = write('apps/h/dist/h.js', `${text}\n//# sourceMappingURL=h.js.map`);
    await bundle({ h: main }, target);

    const outputs = [runCached('h').stdout, runCached('h').stdout];

    const line = expect.stringMatching(/^Error: here\n {4}at .*h\.ts:11:\d+\)?\n/);
    expect(outputs).toEqual([line, line]);
    expect(outputs[0]).toContain(join(root, 'apps/h/src/h.ts'));
  });
});

it('refuses a package that finds files by __dirname, and keeps the last bundle', async () => {
  write('apps/f/node_modules/finder/package.json', '{ "name": "finder", "main": "index.js" }');
  write('apps/f/node_modules/finder/index.js', 'module.exports = __dirname;');
  const main = write('apps/f/dist/f.js', "console.log('last');");
  await bundle({ f: main }, target);
  write('apps/f/dist/f.js', "import folder from 'finder';\nconsole.log(folder);");

  await expect(bundle({ f: main }, target)).rejects.toThrow(/finder.* finds files by __dirname/);

  expect(run('f').stdout.trim()).toBe('last');
  expect(readdirSync(dirname(target))).toEqual(['services']);
});

it('bundles the service of an image where the command of the image finds it', () => {
  const repository = fileURLToPath(new URL('../../../', import.meta.url));
  const main = write('image/dist/main.js', "console.log('started');");
  const image = dirname(dirname(main));

  const bundled = spawnSync(process.execPath, [join(repository, 'tools/bundle/bundle-services.mjs'), image]);
  rmSync(main);
  const [, command = ''] = /^CMD (\[.*main\.js"\])$/m.exec(readFileSync(join(repository, 'Dockerfile'), 'utf8')) ?? [];
  const [, ...args] = JSON.parse(command) as string[];
  const started = spawnSync(process.execPath, args, { cwd: image, encoding: 'utf8' });

  expect([bundled.status, started.stderr, started.stdout.trim()]).toEqual([0, '', 'started']);
});
