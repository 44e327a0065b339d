import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { StartFailure } from '../servers/server.js';

const KEY_BYTES = 32;

/**
 * The key from which the services derive theirs, as base64: from the environment, or from the file, which is created at
 * the first start. Refuses to create a new key next to existing data, because its API keys would become unreadable.
 */
export function secretKey(path: string, fromEnvironment: string | undefined, hasData: boolean): string {
  const key = fromEnvironment || readOrMake(path, hasData);
  if (Buffer.from(key, 'base64').length !== KEY_BYTES) {
    throw new StartFailure(
      `The secret key (${fromEnvironment ? 'SECRET_KEY' : path}) is not ${KEY_BYTES} bytes in base64.`,
    );
  }
  return key;
}

function readOrMake(path: string, hasData: boolean): string {
  if (!existsSync(path)) {
    if (hasData)
      throw new StartFailure(
        `${path} is missing, and the data beside it cannot be read without. Restore it, or: npm run reset`,
      );
    writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 });
  }
  return readFileSync(path, 'utf8').trim();
}
