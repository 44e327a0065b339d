// A preload for bundled programs: compiles their chunks with the code that V8 made for an earlier start. Compiling is a third of the CPU
// time of a start. The code lies next to the chunks, so it ends with them. An entry exports `started`, a promise: after it, V8 has compiled
// all functions that a start needs.
'use strict';
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { basename, dirname, resolve } = require('node:path');
const { Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const program = process.argv[1];
const folder = dirname(program);
const HEAD = '(function (exports, require, module, __filename, __dirname) {';
/** Scripts of this start without stored code, by the path for their code. */
const compiled = new Map();

// Worker threads have the options of their process, but run no bundles.
if (isMainThread) {
  const loadOther = require.extensions['.js'];
  require.extensions['.js'] = (module, path) =>
    dirname(path) === folder ? load(module, path) : loadOther(module, path);
}

function load(module, path) {
  Error.prepareStackTrace = withSources;
  // V8 compares no more than the length of the source. A file with other content has another time of modification; a hard link keeps it.
  const { ino, mtimeMs } = statSync(path);
  // A chunk is in ASCII.
  const source = readFileSync(path, 'latin1');
  // Programs share chunks, but each calls other functions of them while it starts.
  const codePath = `${path}.${basename(program, '.js')}.${ino}-${mtimeMs}.code`;
  const cachedData = codeAt(codePath);
  const script = new Script(`${HEAD}${source}\n})`, { filename: path, columnOffset: -HEAD.length, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(codePath, script);
  script.runInThisContext()(module.exports, (id) => module.require(id), module, path, folder);
  if (path === program) module.exports.started?.then(store);
}

const digestOf = (data) => createHash('sha256').update(data).digest();
const DIGEST_BYTES = 32;

/** V8 does not notice damage, for example by a loss of power, so the digest of the code precedes it. */
function codeAt(path) {
  if (!existsSync(path)) return undefined;
  const stored = readFileSync(path);
  const code = stored.subarray(DIGEST_BYTES);
  return digestOf(code).equals(stored.subarray(0, DIGEST_BYTES)) ? code : undefined;
}

/** Several replicas may store the same code at once; none reads a part of it. */
function store() {
  for (const [codePath, script] of compiled) {
    const partial = `${codePath}.${process.pid}`;
    try {
      const code = script.createCachedData();
      writeFileSync(partial, Buffer.concat([digestOf(code), code]));
      renameSync(partial, codePath);
    } catch {
      // A folder that is read-only, full or replaced: the next start compiles again.
    }
  }
  compiled.clear();
}

const withSources = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${inSources(frame)}`)].join('\n');

/** The frame with its place in the sources. Node maps only modules that it compiles itself. */
function inSources(frame) {
  const path = frame.getFileName();
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const entry = mapOf(path)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined) return String(frame);
  const place = `${resolve(folder, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return String(frame).replace(`${path}:${line}:${column}`, () => place);
}

const maps = new Map();

function mapOf(path) {
  if (maps.has(path)) return maps.get(path);
  const isChunk = typeof path === 'string' && dirname(path) === folder && existsSync(`${path}.map`);
  const map = isChunk ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))) : undefined;
  if (isChunk) maps.set(path, map);
  return map;
}
