import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The environment variable with the socket at which the test files of a run ask for systems (`shared-system.ts`). */
export const LENDER_SOCKET = 'TEST_SHARED_SYSTEM';
export const SHARED_SYSTEM = '/shared-system';
export const MIGRATED_SYSTEM = '/migrated-system';

export interface MigratedSystem {
  readonly folder: string;
}

export async function askLender<Lent>(path: string): Promise<Lent> {
  const socketPath = process.env[LENDER_SOCKET];
  if (socketPath === undefined) throw new Error(`${LENDER_SOCKET} is not set: run the test with jest.config.mjs.`);
  // A connection of its own: one that was used before may be closed at this moment, and the request would fail.
  const asked = request({ socketPath, path, agent: false }).end();
  const [answer] = await once(asked, 'response');
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`The lent system did not start: ${body}`);
  return JSON.parse(body) as Lent;
}

/** Folder of a stopped system with migrated schemas, for copies. The first call of a run makes it. Undefined outside a run of jest. */
export async function migratedFolder(): Promise<string | undefined> {
  if (process.env[LENDER_SOCKET] === undefined) return undefined;
  return (await askLender<MigratedSystem>(MIGRATED_SYSTEM)).folder;
}
