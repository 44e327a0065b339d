import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { faultsOfFields, faultsOfRequests } from './check-requests.js';
import { faultsOfTypes, typedSamples } from './check-types.js';
import type { ContractRecord, RecordedRequest } from './contract-record.js';
import { contractsOfToday } from './contracts-of-today.js';
import { makeRecord, migrationsOf } from './make-record.js';
import { faultsOfMigration } from './migration-rules.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = join(root, 'libs', 'contracts', 'samples');
const records = readdirSync(folder)
  .filter((name) => name.endsWith('.generated.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ContractRecord);
const today = contractsOfToday();
const [record] = records as [ContractRecord];

describe.each(records.map((recorded) => [recorded.release, recorded] as const))(
  'replicas of release %s next to replicas of today',
  (_, recorded) => {
    it('have all their requests accepted, also with unknown fields', () => {
      expect(faultsOfRequests(recorded, today)).toEqual([]);
    });

    it('have all their replies and events accepted, and find every field in replies of today', () => {
      expect(faultsOfTypes(typedSamples(recorded, today))).toEqual([]);
    }, 60_000);

    it('publish only events that still exist', () => {
      expect(Object.keys(recorded.events).filter((type) => !today.events.has(type))).toEqual([]);
    });

    it('continue to work during and after the migrations', () => {
      const faults = Object.entries(migrationsOf(root)).flatMap(([service, files]) => {
        const known = recorded.migrations[service] ?? [];
        const gone = known.filter((name) => !files.includes(name)).map((name) => `${service}: ${name} is gone`);
        const added = files.filter((name) => !known.includes(name));
        return [
          ...gone,
          ...added.flatMap((name) => {
            const source = readFileSync(join(root, 'apps', service, 'src', 'migrations', name), 'utf8');
            return faultsOfMigration(source).map((fault) => `${service}: ${name}: ${fault}`);
          }),
        ];
      });

      expect(faults).toEqual([]);
    });
  },
);

describe('the record', () => {
  it('has samples of most requests and events', () => {
    const requests = Object.values(record.requests);
    const events = Object.values(record.events);

    expect(requests.length).toBeGreaterThan(100);
    expect(requests.filter(({ samples }) => samples.length > 0).length).toBeGreaterThan(requests.length * 0.8);
    expect(events.filter((payloads) => payloads.length > 0).length).toBeGreaterThan(events.length * 0.8);
  });

  it('has every request between services when it is made, and none that the gateway serves itself', () => {
    const empty = mkdtempSync(join(tmpdir(), 'chat-records-'));
    const made = Object.keys(makeRecord('9.9.9', empty, root).record.requests);
    rmSync(empty, { recursive: true });

    const patterns = [...today.requests.keys()];
    const ofGateway = patterns.filter((pattern) => pattern.startsWith('gateway.'));
    expect(ofGateway.length).toBeGreaterThan(0);
    expect(made).toEqual(patterns.filter((pattern) => !ofGateway.includes(pattern)).sort());
  });

  it('contains no password or key', () => {
    const found =
      JSON.stringify(record).match(
        /.{0,60}(correct horse|"(apiKey|api_key|password)":"(?!x{32}"|required|optional)).{0,30}/g,
      ) ?? [];

    expect(found).toEqual([]);
  });
});

describe('the check finds a break of another release:', () => {
  const send = record.requests['messaging.messages.send'];

  it.each([
    ['a removed field', { a: 'required' }, {}, ['a is gone (removed or renamed)']],
    ['a removed optional field', { a: 'optional' }, {}, ['a is gone (removed or renamed)']],
    ['a renamed field', { a: 'optional' }, { b: 'optional' }, ['a is gone (removed or renamed)']],
    ['a new required field', {}, { a: 'required' }, ['a is required, and older replicas do not send it']],
    ['an optional field that becomes required', { a: 'optional' }, { a: 'required' }, [expect.any(String)]],
    ['not a new optional field', {}, { a: 'optional' }, []],
    ['not a required field that becomes optional', { a: 'required' }, { a: 'optional' }, []],
  ] as const)('%s', (_, before, after, faults) => {
    expect(faultsOfFields(before, after)).toEqual(faults);
  });

  it('a removed request, or a rule that recorded requests break', () => {
    const gone = { ...record, requests: { 'messaging.messages.invented': { fields: {}, samples: [], replies: [] } } };
    const wrong = {
      ...record,
      requests: { 'messaging.messages.send': { ...send, samples: [{ actor: null, parameters: { type: 'pigeon' } }] } },
    };

    expect(faultsOfRequests(gone, today)).toEqual([expect.stringContaining('is gone')]);
    expect(faultsOfRequests(wrong as ContractRecord, today)).toEqual(
      expect.arrayContaining([expect.stringContaining('sendMessage refuses a recorded request')]),
    );
  });

  it('a removed, renamed or newly required field of a response, at any depth', () => {
    const pattern = 'users.groups.list';
    const list = record.requests[pattern] as RecordedRequest;
    const [group] = (list.replies as { user_groups: Record<string, unknown>[] }[]).flatMap(
      (reply) => reply.user_groups,
    );
    const { id, ...nameless } = group as Record<string, unknown>;
    const faultsIn = (user_groups: unknown[]) =>
      faultsOfRequests({ ...record, requests: { [pattern]: { ...list, replies: [{ user_groups }] } } }, today);

    expect(faultsIn([group])).toEqual([]);
    expect(faultsIn([{ ...group, former_field: 1 }])).toEqual([expect.stringContaining('has other fields')]);
    expect(faultsIn([nameless])).toEqual([expect.stringContaining('id key is missing')]);
    expect(faultsIn([{ ...nameless, group_id: id }])).toEqual([expect.stringContaining('id key is missing')]);
    expect(faultsIn([{ ...group, id: '1' }])).toEqual([expect.stringContaining('is not an integer')]);
  });

  it('a removed, renamed or newly required field of a reply or event, at any depth', () => {
    const [payload] = (record.events['users.user_created'] ?? []) as [{ userId: number; user: { fullName: string } }];
    const type = 'Parameters<typeof contracts.UserCreated.of>[0]';
    const { fullName: _, ...nameless } = payload.user;
    // To the compiler a type that lost a field is one that a sample has a field too much for, and so on.
    const changed = {
      nothing: payload,
      gone: { ...payload, user: { ...payload.user, formerField: 1 } },
      required: { ...payload, user: nameless },
      renamed: { ...payload, user: { ...nameless, name: 'renamed' } },
      'of another type': { ...payload, userId: '1' },
    };
    const faults = faultsOfTypes(Object.entries(changed).map(([what, value]) => ({ what, type, value })));

    expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(
      new Set(['gone', 'required', 'renamed', 'of another type']),
    );
    expect(faults.join()).toMatch(/formerField/);
  }, 60_000);

  it.each([
    ['DROP TABLE notes', 1],
    ['ALTER TABLE notes DROP COLUMN text', 1],
    ['ALTER TABLE notes RENAME COLUMN text TO body', 1],
    ['ALTER TABLE notes RENAME TO remarks', 1],
    ['ALTER TABLE notes ALTER COLUMN id TYPE text', 1],
    ['ALTER TABLE notes ALTER COLUMN text SET NOT NULL', 1],
    ['ALTER TABLE notes ADD COLUMN author bigint NOT NULL', 1],
    ['ALTER TABLE notes ADD COLUMN author bigint NOT NULL DEFAULT 0', 0],
    ['ALTER TABLE notes ADD COLUMN author bigint', 0],
    ['CREATE TABLE remarks (id bigint NOT NULL, text text NOT NULL)', 0],
    ['CREATE INDEX notes_author ON notes (author)', 0],
    ['DROP INDEX notes_author', 0],
    ['ALTER INDEX notes_author RENAME TO notes_writer', 0],
    ['ALTER INDEX notes_author RENAME TO notes_writer; ALTER TABLE notes RENAME TO remarks', 1],
    ['TRUNCATE notes', 1],
  ])('in a migration, %s: %d faults', (statement, faults) => {
    expect(faultsOfMigration(`const STATEMENTS = [\n  \`${statement}\`,\n];`)).toHaveLength(faults);
  });
});
