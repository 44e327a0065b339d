import { createHash } from 'node:crypto';
import pg from 'pg';
import type { ApiUser } from '../load/api-user.js';
import { HttpConnection } from '../load/http-connection.js';
import { type Figure, row } from '../measurement.js';
import { CROWD } from '../population/organization.js';
import type { Stage } from '../system/stage.js';
import { GIVE_BACK, idleMemory } from './memory.js';
import { getBySession } from './signed-in-person.js';

const SESSIONS = 10_000;
const CONNECTIONS = 8;
/** A sign-in for each session would measure the hash of passwords. */
const INSERT = `INSERT INTO users.sessions
    (realm_id, user_id, token_hash, kind, auth_method, device, ip_address, created_at, last_used_at)
  SELECT $1, user_id, token_hash, 'web', 'password', 'Chromium on Linux', '127.0.0.1', now(), now()
  FROM unnest($2::bigint[], $3::bytea[]) AS given (user_id, token_hash)`;

/** Memory of a gateway after a request of each of 10,000 sessions, against as many requests of one session. */
export const knownSessions: Figure = {
  name: 'known-sessions',
  async measure({ ownStage }) {
    const stage = await ownStage({ preload: GIVE_BACK });
    const organization = await stage.organization(CROWD);
    const users = organization.users.slice(0, SESSIONS);
    const tokens = users.map(({ userId }) => String(userId).padStart(43, '0'));
    await insertSessions(stage, organization.realmId, users, tokens);
    const requests = users.map((user, index) => getBySession(user, tokens[index] as string, '/users/me'));
    await sendAll(
      stage,
      Array.from(requests, () => requests[0] as Buffer),
    );
    const before = (await idleMemory(stage))['gateway'] ?? 0;
    await sendAll(stage, requests);
    const after = (await idleMemory(stage))['gateway'] ?? 0;
    return {
      measurements: [
        row(`memory of a gateway per known session, ${SESSIONS} sessions`, (after - before) / SESSIONS, 'bytes', {
          goal: { atMost: 600 },
        }),
      ],
      details: { before, after },
    };
  },
};

async function insertSessions(stage: Stage, realmId: number, users: readonly ApiUser[], tokens: readonly string[]) {
  const client = new pg.Client({ connectionString: stage.system.databaseUrl });
  await client.connect();
  try {
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
    await client.query(INSERT, [realmId, users.map(({ userId }) => userId), hashes]);
  } finally {
    await client.end();
  }
}

/** Sends each request once; throws unless it is served. */
async function sendAll({ port }: Stage, requests: readonly Buffer[]): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = new HttpConnection(port);
    for (let index = next++; index < requests.length; index = next++) {
      const { status } = await connection.exchange(requests[index] as Buffer);
      if (status !== 200) throw new Error(`A request with a session was answered ${status}.`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}
