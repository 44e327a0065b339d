// Loaded into every service that is measured idle: SIGUSR2 writes its SQL statements and Redis commands so far, and returns unused memory.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import './give-back.mjs';

// The services run as bundles, with drivers of their own.
const require = createRequire(import.meta.url);
const { Redis } = require('../dist/services/ioredis.js');
const pg = require('../dist/services/pg.js');

const MAX_LENGTH = 120;
/** Ids and times. */
const CHANGING = /[0-9a-f-]{36}|\d{8,}/g;
const service = basename(process.argv[1] ?? '', '.js');
const counts = { sql: {}, redis: {} };

function count(kind, text) {
  const name = text.replace(/\s+/g, ' ').replace(CHANGING, '*').slice(0, MAX_LENGTH);
  counts[kind][name] = (counts[kind][name] ?? 0) + 1;
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(statement, ...rest) {
  count('sql', statement.text ?? String(statement));
  return query.call(this, statement, ...rest);
};

const { sendCommand } = Redis.prototype;
Redis.prototype.sendCommand = function counted(command, ...rest) {
  count('redis', [command.name, ...command.args].join(' '));
  return sendCommand.call(this, command, ...rest);
};

process.on('SIGUSR2', () => {
  writeFileSync(join(process.env.BENCH_COUNTS, `${service}.json`), JSON.stringify(counts));
});
