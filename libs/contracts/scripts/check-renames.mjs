#!/usr/bin/env node
/**
 * Renames random fields of the contracts in a copy of the sources and checks that the compiler reports every use outside the
 * contracts. Usage, after `tsc -b`: check-renames.mjs [seed] [number of fields] A field passes if a file outside reports the
 * rename, or if no file outside contains its name on the wire. Otherwise the script renames the property in every class that has
 * it, and each of those files must report an error.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const [seed = 1, count = 30] = process.argv.slice(2).map(Number);
const BATCH = 6;
const ROOT = join(import.meta.dirname, '../../..');
const CONTRACTS = 'libs/contracts/src/';
/** Tests, load generators and SQL columns. */
const NOT_CHECKED =
  /\.spec\.tsx?$|\/testing\/|\/migrations\/|\.entity\.ts$|^apps\/gateway-e2e\/|^libs\/testing\/|^bench\/|^apps\/gateway\/src\/openapi\/|\/(prepared-message|message-ids|user-groups\.repository)\.ts$/;

const NOT_COMPILED = ['**/*.spec.ts', '**/*.spec.tsx', '**/dist'];
/** Compiler options by their file in the copy. The web client reads the contracts as built elsewhere; here it reads their sources. */
const CONFIGURATIONS = {
  'tsconfig.renames.json': {
    extends: './tsconfig.spec.json',
    compilerOptions: { skipLibCheck: true },
    include: ['apps', 'libs', 'tools', 'bench'].map((folder) => `${folder}/**/src/**/*.ts`),
    exclude: [...NOT_COMPILED, 'apps/web'],
  },
  'apps/web/tsconfig.renames.json': {
    extends: './tsconfig.spec.json',
    compilerOptions: { customConditions: ['source'], experimentalDecorators: true },
    exclude: NOT_COMPILED,
  },
};

const copy = mkdtempSync(join(tmpdir(), 'renames-'));
const files = execFileSync('git', ['ls-files', 'apps', 'libs', 'tools', 'bench', '*.json'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => /\.(m?tsx?|mjs|json)$/.test(file) && existsSync(join(ROOT, file)));
const sources = files.filter((file) => /\.tsx?$/.test(file));
const textOf = (file) => readFileSync(join(ROOT, file), 'utf8');

/** Types of events can equal names of fields. */
const eventTypes = new Set();

/** Seeded, so that a run can be repeated. */
function random(below) {
  random.state = (Math.imul(random.state ?? seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((random.state / 2 ** 32) * below);
}

/** Fields that are declared by decorators: `{ file, at, className, property, wireName }`. */
async function declaredFields() {
  const contracts = await import(join(ROOT, 'libs/contracts/dist/index.js'));
  const described = new Map();
  const add = (target) => {
    for (let each = target; typeof each === 'function' && each.name !== ''; each = Object.getPrototypeOf(each)) {
      described.set(each.name, new Map(contracts.fieldsOf(each).map((field) => [field.property, field.wireName])));
    }
  };
  for (const [target, { type }] of contracts.allClientEvents()) {
    add(target);
    eventTypes.add(type);
  }
  for (const each of Object.values(contracts)) if (typeof each === 'function') add(each);
  for (const { fields } of contracts.allRegisterFields()) add(fields);
  for (const target of contracts.referencedClasses().values()) add(target);
  return sources
    .filter((file) => file.startsWith(CONTRACTS) && !NOT_CHECKED.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export )?(?:abstract )?class (\w+)[\s\S]*?^\}$/gm)].flatMap((found) =>
        [...found[0].matchAll(/^ {2}(?:@.*\) )?(?:override |readonly )*(\w+)[!?]: /gm)].flatMap((declaration) => {
          const [, property] = declaration;
          const wireName = described.get(found[1])?.get(property);
          if (wireName === undefined) return [];
          const at = found.index + declaration.index + declaration[0].search(new RegExp(`${property}[!?]: $`));
          return [{ file, at, className: found[1], property, wireName }];
        }),
      ),
    );
}

function prepareCopy() {
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const file of files.filter((each) => each.endsWith('/package.json'))) {
    const modules = join(dirname(file), 'node_modules');
    if (existsSync(join(ROOT, modules)))
      cpSync(join(ROOT, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true });
  }
  for (const [file, options] of Object.entries(CONFIGURATIONS))
    writeFileSync(join(copy, file), JSON.stringify(options));
}

/** Compiler errors after these renames in the checked files outside the contracts: `{ file, text }`. */
function errorsAfter(renamed) {
  const changed = new Map();
  for (const { file, at, property } of [...renamed].sort((a, b) => b.at - a.at)) {
    const text = changed.get(file) ?? textOf(file);
    changed.set(file, `${text.slice(0, at)}${property}Renamed${text.slice(at + property.length)}`);
  }
  for (const [file, text] of changed) writeFileSync(join(copy, file), text);
  const compile = (configuration) =>
    spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', configuration, '--pretty', 'false'], {
      ...{ cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 },
    }).stdout;
  const stdout = Object.keys(CONFIGURATIONS).map(compile).join('\n');
  for (const file of changed.keys()) writeFileSync(join(copy, file), textOf(file));
  const errors = stdout.split(/\n(?=\S)/).map((text) => ({ file: /^([^(\s]+)\(/.exec(text)?.[1], text }));
  const isOurs = (file) => /^(apps|libs|tools|bench)\//.test(file) && !file.startsWith(CONTRACTS);
  return errors.filter(({ file }) => isOurs(file) && !NOT_CHECKED.test(file));
}

/** Whether the error is about the field. A type that an error shows may contain the name, too. */
const names = ({ text }, { property, wireName }) =>
  [property, wireName].some((name) =>
    new RegExp(`['"]${name}(Renamed|_renamed)?['"]|: (\\w+, )*${name}(Renamed|_renamed)?(,|$)`, 'm').test(text),
  );

/** Files with the name on the wire in code: a member, a whole text, or JSON text. Comments and SQL do not count. */
function filesByHand({ wireName }) {
  const quoted = eventTypes.has(wireName) ? '' : `|(['"])${wireName}\\1`;
  const member = new RegExp(`(?<![\\w'"])${wireName}\\??:|\\.${wireName}\\b${quoted}|[{,] ?${wireName}(?=[ ,}])`);
  return sources.filter((file) => {
    if (file.startsWith(CONTRACTS) || NOT_CHECKED.test(file)) return false;
    const code = textOf(file)
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      // SQL and prose.
      .replaceAll(/'[^'\n]*[ .][^'\n]*'/g, '')
      .replaceAll(/`[^`]*`/g, (text) => (new RegExp(`"${wireName}":`).test(text) ? `'${wireName}'` : ''));
    return member.test(code);
  });
}

const fields = await declaredFields();
prepareCopy();
try {
  const clean = errorsAfter([]);
  if (clean.length > 0) throw new Error(`Errors before any rename:\n${clean.map(({ text }) => text).join('\n')}`);
  const chosen = [];
  for (const left = [...fields]; chosen.length < count && left.length > 0; )
    chosen.push(...left.splice(random(left.length), 1));
  const isWord = ({ wireName }) => !wireName.includes('_');
  // Many error messages contain a single word, so only a rename alone reveals its errors.
  const batches = chosen.filter(isWord).map((field) => [field]);
  for (const field of chosen.filter((each) => !isWord(each))) {
    const batch = batches.find(
      (each) => each.length < BATCH && !isWord(each[0]) && each.every(({ property }) => property !== field.property),
    );
    if (batch) batch.push(field);
    else batches.push([field]);
  }
  let leaks = 0;
  for (const batch of batches) {
    const errors = errorsAfter(batch);
    for (const field of batch) {
      const reporting = new Set(
        errors.filter((error) => batch.length === 1 || names(error, field)).map(({ file }) => file),
      );
      const byHand = reporting.size > 0 || isWord(field) ? [] : filesByHand(field);
      const everywhere =
        byHand.length === 0 ? [] : errorsAfter(fields.filter(({ property }) => property === field.property));
      const silent = byHand.filter((file) => everywhere.every((error) => error.file !== file));
      leaks += silent.length > 0 ? 1 : 0;
      const verdict =
        reporting.size > 0
          ? `reported by ${reporting.size} files`
          : silent.length > 0
            ? `NOT REPORTED by ${silent.join(' ')}`
            : byHand.length > 0
              ? `of other classes in ${byHand.length} files`
              : isWord(field)
                ? 'no file outside reports it'
                : 'in no file outside';
      console.log(`${field.className}.${field.property} (${field.wireName}): ${verdict}`);
    }
  }
  console.log(`${leaks} of ${chosen.length} renames were not reported (seed ${seed}, ${fields.length} fields)`);
  process.exitCode = leaks === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
