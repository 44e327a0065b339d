import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import { HttpConnection } from '../load/http-connection.js';
import { sendAtPace } from '../load/paced-load.js';
import { type Figure, row } from '../measurement.js';
import { HUNDRED } from '../population/organization.js';
import type { Stage } from '../system/stage.js';
import { getBySession, signedInPerson } from './signed-in-person.js';

const GATEWAYS = 4;
const PER_SECOND = 2_000;
const TURN_MS = 2_000;
/** The session ends in the middle of a turn. */
const ENDS_AFTER_MS = 1_000;
/** Open connections, so that requests of every gateway are under way. */
const CONNECTIONS = 64;
const POLLS = 16;
const ROUNDS = 6;
/** Until the just-in-time compiler has finished. */
const WARM_UP_ROUNDS = 2;

interface Round {
  /** Requests with status 200 that began after the response to the end. */
  readonly served: number;
  /** Requests that began after it. */
  readonly refused: number;
  readonly before: number;
  /** Requests that were due while all connections waited. */
  readonly skipped: number;
  /** From the response to the 401 of the last open poll. */
  readonly pollsMs: number;
}

/** Requests with a session at an even pace through four gateways, and open polls with it, while the session ends. */
export const endedCredentials: Figure = {
  name: 'ended-credentials',
  async measure({ ownStage }) {
    const stage = await ownStage({ scale: { gateway: GATEWAYS } });
    const rounds: Round[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) rounds.push(await endSession(stage, round));
    const measured = rounds.slice(WARM_UP_ROUNDS);
    const what = `end of a session, ${GATEWAYS} gateways, ${PER_SECOND} requests/s`;
    const served = measured.reduce((sum, one) => sum + one.served, 0);
    return {
      measurements: [
        row(`${what}: served after the response`, served, 'requests', { goal: { atMost: 0 } }),
        row(`${what}: last of ${POLLS} open polls`, Math.max(...measured.map(({ pollsMs }) => pollsMs)), 'ms', {
          goal: { atMost: 1_000 },
        }),
      ],
      details: { rounds },
    };
  },
};

async function endSession(stage: Stage, round: number): Promise<Round> {
  const organization = await stage.organization(HUNDRED);
  const person = { email: `visitor-${round}@example.com`, sessions: 1 };
  const { user, tokens } = await signedInPerson(stage, organization, person);
  const [token = ''] = tokens;
  const polls = await openPolls(user, token);
  const request = getBySession(user, token, '/users/me');
  let endedAt = Number.POSITIVE_INFINITY;
  let [before, served, refused] = [0, 0, 0];
  const pace = { port: stage.port, perSecond: PER_SECOND, durationMs: TURN_MS, connections: CONNECTIONS };
  const load = sendAtPace(pace, async (connection) => {
    const isAfter = performance.now() > endedAt;
    const { status } = await connection.exchange(request);
    if (status !== 200 && status !== 401) throw new Error(`A request was answered ${status}.`);
    if (status === 200 && isAfter) served++;
    else if (status === 200) before++;
    else if (isAfter) refused++;
  });
  await sleep(ENDS_AFTER_MS);
  await user.ask(user.delete('/users/me/sessions', { keep_current: false }));
  endedAt = performance.now();
  const ends = await Promise.all(polls);
  const skipped = await load;
  if (before === 0 || refused === 0) throw new Error('There was no load before or after the end.');
  return { served, refused, before, skipped, pollsMs: Math.max(0, ...ends.map((at) => at - endedAt)) };
}

/** Each resolves with the time of its 401. */
async function openPolls(user: ApiUser, token: string): Promise<readonly Promise<number>[]> {
  const polls: Promise<number>[] = [];
  for (let n = 0; n < POLLS; n++) {
    const { queue_id } = await user.ask(user.post('/register', { event_types: '["message"]' }));
    const connection = new HttpConnection(user.port);
    const poll = connection.exchange(getBySession(user, token, `/events?queue_id=${queue_id}&last_event_id=-1`));
    polls.push(
      poll.then(({ status }) => {
        const at = performance.now();
        connection.close();
        if (status !== 401) throw new Error(`A poll ended with ${status}.`);
        return at;
      }),
    );
  }
  return polls;
}
