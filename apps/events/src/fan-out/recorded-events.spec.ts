import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  allClientEventMappings,
  type ClientTraits,
  type LoggedEvent,
  type Reader,
  Role,
  type ServiceName,
} from '@chat/contracts';
import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';
import { describe, expect, it } from '@jest/globals';
import { testReader } from '../testing/test-reader.js';
import { openSealed } from './mapped-event.js';

process.env['SECRET_KEY'] ??= Buffer.alloc(32, 1).toString('base64');
/** Records hold no keys; where one was, there is this. */
const SEALED_KEY = new TextSeal(API_KEY_PURPOSE).seal('k'.repeat(32)).toString('base64');

/** Domain events as replicas of each release write them (ADR 7). */
const folder = fileURLToPath(new URL('../../../../libs/contracts/samples', import.meta.url));
const recorded = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const { release, events } = JSON.parse(text, (key, value) => (key === 'sealedApiKey' ? SEALED_KEY : value)) as {
    release: string;
    events: Record<string, object[]>;
  };
  return Object.entries(events).flatMap(([type, payloads]) =>
    payloads.map((payload, n) => ({ what: `${type} of ${release}, ${n + 1}`, type, payload })),
  );
});
const mapped = recorded.filter(({ type }) => allClientEventMappings().some(({ source }) => source.type === type));

const READERS: readonly Reader[] = [Role.Owner, Role.Member, Role.Guest].flatMap((role) =>
  [1, 4, 7].map((userId) => testReader({ userId, role })),
);
const clients: readonly ClientTraits[] = [true, false].map((is) => ({
  ...{ applyMarkdown: is, clientExtavatar: is, slimPresence: is, includeSubscribers: is },
  capabilities: {
    ...{ notificationSettingsNull: is, bulkMessageDeletion: is, userAvatarUrlFieldOptional: is },
    ...{ streamTypingNotifications: is, userSettingsObject: is, linkifierUrlTemplate: is },
  },
}));

/** All client events of the event, for every reader and client. */
function told(type: string, payload: object): unknown {
  const event: LoggedEvent = {
    ...{ service: type.split('.')[0] as ServiceName, realmId: 1, sequence: 1, follows: 0 },
    ...{ logId: '1795000000000-0', type, payload },
  };
  return allClientEventMappings()
    .filter(({ source }) => source.type === type)
    .map((mapping) => [
      // An audience may have a function; its results for all readers replace it.
      Object.entries(mapping.audience(payload)).map(([name, value]) =>
        typeof value === 'function' ? [name, READERS.map((reader) => value(reader))] : [name, value],
      ),
      READERS.map((reader) => clients.map((client) => mapping.forClient(payload, reader, client, event, openSealed))),
    ]);
}

describe('recorded domain events', () => {
  it('cover most mapped types', () => {
    const types = new Set(allClientEventMappings().map(({ source }) => source.type));

    expect(new Set(mapped.map(({ type }) => type)).size).toBeGreaterThan(types.size * 0.8);
  });

  it.each(mapped.map((sample) => [sample.what, sample] as const))(
    'become the same client events with fields of later releases: %s',
    (_, { type, payload }) => {
      const later = { ...payload, addedInNextRelease: { text: 'unknown', list: [1] } };

      expect(JSON.stringify(told(type, later))).toBe(JSON.stringify(told(type, payload)));
    },
  );
});
