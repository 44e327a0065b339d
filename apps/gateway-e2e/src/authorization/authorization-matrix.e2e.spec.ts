import { Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiResponse, UnexpectedResponse } from '../support/api-client.js';
import { API_PREFIX, describedOperations } from '../support/api-description.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import type { Credential } from '../support/signed-in.js';
import { kindsOf } from '../support/system-under-test.js';
import { ACTOR_KINDS, type Actor, type ActorKind, World } from './actors.js';
import { EXPECTED, NOT_ASKED } from './expectations.js';
import type { Ask } from './requests/ask.js';
import { REQUESTS } from './requests.js';

let shared: SharedSystem;
let world: World;
/** An organization that admits spectators. */
let openWorld: World;
/** Organizations with people that call by another credential than the API key. */
const signedInWorlds = new Map<Credential, World>();
let served: string[];

beforeAll(async () => {
  shared = await sharedSystem();
  const { baseUrl, redisUrl } = shared;
  const system = { baseUrl, redisUrl, checksContract: false };
  [world, openWorld] = await Promise.all([World.create(system, false), World.create(system, true)]);
  for (const credential of OTHER_CREDENTIALS) {
    signedInWorlds.set(credential, await World.create(system, false, credential));
  }
  const operations = await describedOperations(world.owner.client);
  served = operations
    .filter(({ path }) => path.startsWith(API_PREFIX))
    .map(({ name }) => name.replace('{email}', '{user_id}'));
}, 180_000);

afterAll(async () => {
  await world?.close();
  await openWorld?.close();
  for (const one of signedInWorlds.values()) await one.close();
}, 60_000);

const WORDS: readonly (readonly [letter: string, says: RegExp])[] = [
  ['O', /^Must be an organization owner$/],
  ['A', /^Must be an organization administrator$/],
  ['G', /^Not allowed for guest users$/],
  ['B', /^This endpoint does not accept bot requests\.$/],
];

/** The letter of the table for a response. */
async function outcome(place: World, actor: Actor, method: string, ask: Ask): Promise<string> {
  const { client } = ask.as ?? actor;
  const send = (path: string, parameters: Ask['parameters']) => {
    if (ask.tus) return place.sendTus(actor, method, path, ask.tus);
    return ask.hasFile ? place.sendPicture(actor, path) : client.call(method, path, parameters).catch(fileOf);
  };
  const answer = await send(ask.path, ask.parameters);
  if (answer.status >= 200 && answer.status < 300) return '+';
  if (answer.status === 401) return '.';
  if (answer.status !== 400 && answer.status !== 404) return `${answer.status}`;
  const [letter] = WORDS.find(([, says]) => says.test(answer.body.msg)) ?? [];
  if (letter !== undefined) return letter;
  if (ask.absent === undefined) return '-';
  const other = await send(ask.absent.path ?? ask.path, ask.absent.parameters ?? ask.parameters);
  return withoutIds(answer) === withoutIds(other) ? '?' : '-';
}

/** A response that is a file instead of JSON. */
function fileOf(error: unknown): Pick<ApiResponse, 'status' | 'body'> {
  if (!(error instanceof UnexpectedResponse)) throw error;
  return { status: error.response.status, body: {} };
}

/** The answer but for ids and names that the requests themselves had. */
function withoutIds({ status, body }: Pick<ApiResponse, 'status' | 'body'>): string {
  const text = JSON.stringify(body).replace(/nowhere|outside|inside|public|open|thing-\d+/g, 'NAME');
  return `${status} ${text.replace(/:[0-9a-f]{16,}|\d+-[0-9a-f]{16,}|\d+/g, 'ID')}`;
}

/**
 * Requests that name all current fields, in an order. The actors send them one after the other, so that no request
 * changes the fields of another.
 */
const ONE_AFTER_THE_OTHER = new Set(['PATCH /realm/profile_fields']);

const OTHER_CREDENTIALS = ['session', 'device key'] as const;
/** Columns of people that can sign in. */
const PEOPLE = ['owner', 'administrator', 'moderator', 'member', 'guest', 'deactivated'] as const;
/** Their roles, for those that are signed in. */
const ROLES_OF_PEOPLE = [Role.Owner, Role.Administrator, Role.Moderator, Role.Member, Role.Guest];
/** Sessions have an endpoint of their own in its place, or none. */
const NOT_FOR_SESSIONS = new Set(['POST /fetch_api_key', 'POST /external/{integration}']);

async function rowOf(key: string, kinds: readonly ActorKind[] = ACTOR_KINDS, people = world): Promise<string> {
  const method = key.slice(0, key.indexOf(' '));
  const make = REQUESTS[key] as (typeof REQUESTS)[string];
  const letterOf = async (kind: ActorKind) => {
    const place = kind === 'spectator' ? openWorld : people;
    const actor = place.actor(kind);
    return outcome(place, actor, method, await make(place, actor));
  };
  const letters: string[] = [];
  if (ONE_AFTER_THE_OTHER.has(key)) for (const kind of kinds) letters.push(await letterOf(kind));
  else letters.push(...(await Promise.all(kinds.map(letterOf))));
  return letters.join(' ');
}

/**
 * A row with one person for each of its letters, another one in each row. A credential decides about the account only; the row by API key
 * has the letters of every kind.
 */
function onePerLetter(key: string, expected: string, place: number): [string, ActorKind[], string] {
  const letters = expected.split(' ');
  const letterOf = (kind: ActorKind) => letters[ACTOR_KINDS.indexOf(kind)] as string;
  const chosen = [...new Set(PEOPLE.map(letterOf))].map((letter) => {
    const kinds = PEOPLE.filter((kind) => letterOf(kind) === letter);
    return kinds[place % kinds.length] as ActorKind;
  });
  return [key, chosen, chosen.map(letterOf).join(' ')];
}

describe('the authorization matrix', () => {
  it('has a row for every endpoint and no other rows', () => {
    // The description has one entry for paths that differ in the kind of their parameter alone.
    const endpointOf = (key: string) =>
      key
        .split(' ')
        .slice(0, 2)
        .join(' ')
        .replace(/\{email\}/, '{user_id}');
    const rows = new Set(Object.keys(EXPECTED).map(endpointOf));

    expect(served.filter((name) => !rows.has(name) && !NOT_ASKED.has(name))).toEqual([]);
    expect([...rows].filter((name) => !served.includes(name))).toEqual([]);
    expect(Object.keys(REQUESTS).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  it.each(Object.entries(EXPECTED))('%s: %s', async (key, expected) => {
    expect(await rowOf(key)).toBe(expected);
  });

  describe.each(OTHER_CREDENTIALS)('by a %s', (credential) => {
    const rows = Object.entries(EXPECTED)
      .filter(([key]) => credential !== 'session' || !NOT_FOR_SESSIONS.has(key))
      .map(([key, expected], place) => onePerLetter(key, expected, place));

    it('each kind of person has its account and its role', async () => {
      const people = signedInWorlds.get(credential) as World;
      const actors = PEOPLE.filter((kind) => kind !== 'deactivated').map((kind) => people.actor(kind));
      const found = await Promise.all(actors.map(({ client }) => client.get('/users/me')));

      const accounts = actors.map(({ userId }, place) => [userId, ROLES_OF_PEOPLE[place]]);
      expect(found.map(({ user_id, role }) => [user_id, role])).toEqual(accounts);
    });

    it.each(rows)('%s as %j: %s', async (key, kinds, expected) => {
      expect(await rowOf(key, kinds, signedInWorlds.get(credential))).toBe(expected);
    });
  });

  it('causes no error in any service', async () => {
    expect(kindsOf(await shared.loggedErrors())).toEqual([]);
  });
});
