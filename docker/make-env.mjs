#!/usr/bin/env node
// Writes .env for docker-compose.yml with random passwords and the secret key. Never replaces one: the data in the
// volumes cannot be read without the old values.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = process.argv[2] ?? fileURLToPath(new URL('../.env', import.meta.url));
const password = () => randomBytes(24).toString('hex');
const values = {
  POSTGRES_PASSWORD: password(),
  CHAT_DATABASE_PASSWORD: password(),
  REDIS_PASSWORD: password(),
  SECRET_KEY: randomBytes(32).toString('base64'),
};
const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
try {
  writeFileSync(path, lines.join(''), { mode: 0o600, flag: 'wx' });
  process.stdout.write(`${path} written. Keep it: the data of the containers cannot be read without it.\n`);
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  process.stdout.write(`${path} exists and is left as it is.\n`);
}
