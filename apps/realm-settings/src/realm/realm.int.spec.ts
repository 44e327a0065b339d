import {
  allClientEventMappings,
  type ClientEvent,
  CreateRealm,
  deactivateRealm,
  FindSubdomain,
  ForgetArchivedStreams,
  GetRealm,
  ListRealms,
  type RealmChanges,
  type RealmUpdateDictEvent,
  RealmUpdated,
  type RealmUpdatedPayload,
  ResolveRealm,
  Role,
  SetRealmActive,
  SetStandbyReads,
  SetUploadQuota,
  updateRealm,
  type Wire,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

const DEFAULT_QUOTA_MIB = 100;

beforeAll(async () => {
  process.env['UPLOAD_QUOTA_MIB'] = String(DEFAULT_QUOTA_MIB);
  service = await RealmSettingsForTests.start(2);
});
afterAll(() => service.stop());

const realm = async () => (await service.ask(GetRealm, { realmId: service.realm.realmId })).state;

describe('a new realm', () => {
  it('is the default realm when it is the first, and answers for every host', async () => {
    expect(service.realm).toMatchObject({ str: 'acme', name: 'Acme', isDefault: true, url: 'http://127.0.0.1:9991' });
    expect(service.realm).toMatchObject({ inviteRequired: true, enableReadReceipts: true });
    const resolved = await service.askOutside(ResolveRealm, { host: 'anything.example.org' });
    expect(resolved).toEqual({ realmId: service.realm.realmId, isDeactivated: false, isSecure: false });
  });

  it('is found by its own host and by its subdomain', async () => {
    const second = await service.askOutside(CreateRealm, { str: 'beta', name: 'Beta', host: 'Chat.Beta.org' });

    expect(second).toMatchObject({ host: 'chat.beta.org', url: 'http://chat.beta.org:9991', isDefault: false });
    for (const host of ['chat.beta.org', 'beta.localhost']) {
      expect((await service.askOutside(ResolveRealm, { host })).realmId).toBe(second.realmId);
    }
    expect((await service.askOutside(ListRealms, {})).map(({ str }) => str)).toEqual(['acme', 'beta']);
  });

  it.each([
    [{ str: 'acme', name: 'Other' }, 'Subdomain already in use.'],
    [{ str: 'gamma', name: 'Other', host: 'CHAT.beta.org' }, 'Host already in use.'],
    [{ str: 'Not one', name: 'Other' }, 'str is not a subdomain'],
    [{ str: 'gamma', name: ' ' }, 'name cannot be blank.'],
  ])('is refused: %j', async (fields, message) => {
    expect(await service.refusal(service.askOutside(CreateRealm, fields))).toBe(message);
  });
});

describe('a repeated creation', () => {
  it('returns the first realm, also of sixteen simultaneous requests', async () => {
    const create = () => service.askOutside(CreateRealm, { str: 'once', name: 'Once', orgType: 90, creationId: 'c1' });

    const created = await Promise.all(Array.from({ length: 16 }, create));

    expect(new Set(created.map(({ realmId }) => realmId)).size).toBe(1);
    expect(created[0]).toMatchObject({ str: 'once', orgType: 90 });
    const other = { str: 'once', name: 'Once', creationId: 'c2' };
    expect(await service.refusal(service.askOutside(CreateRealm, other))).toBe('Subdomain already in use.');
    expect(await service.askOutside(FindSubdomain, { str: 'once' })).toEqual({
      ...{ isTaken: true, url: 'http://once.localhost:9991' },
    });
    expect(await service.askOutside(FindSubdomain, { str: 'free' })).toMatchObject({ isTaken: false });
  });
});

describe('another default realm', () => {
  it('replaces the former default realm, with an event', async () => {
    const third = await service.askOutside(CreateRealm, { str: 'third', name: 'Third', isDefault: true });

    expect((await service.askOutside(ResolveRealm, { host: '' })).realmId).toBe(third.realmId);
    expect(await realm()).toMatchObject({ isDefault: false, url: 'http://acme.localhost:9991' });
  });
});

describe('PATCH /realm', () => {
  it('changes settings, publishes the changes, and affects the next request to any replica', async () => {
    const before = (await service.events()).length;

    const answer = await service.call(updateRealm, service.actor(), {
      name: 'Acme Corp',
      createPublicStreamPolicy: 2,
      mandatoryTopics: false,
    });

    expect(answer).toEqual({ name: 'updated', create_public_stream_policy: 2 });
    for (let replica = 0; replica < 8; replica++) {
      expect(await realm()).toMatchObject({ name: 'Acme Corp', createPublicStreamPolicy: 2 });
    }
    const payloads = (await service.events()).slice(before).map((event) => event.payload as RealmUpdatedPayload);
    expect(payloads.map(({ previous }) => previous)).toEqual([{ name: 'Acme', createPublicStreamPolicy: 1 }]);
  });

  it('answers the language of code blocks by its name', async () => {
    const change = (defaultCodeBlockLanguage: string) =>
      service.call(updateRealm, service.actor(), { defaultCodeBlockLanguage });

    expect(await change('python')).toEqual({ default_code_block_language: 'python' });
    expect(await change('')).toEqual({ default_code_block_language: null });
  });

  it('is in the very next snapshot of every replica, though its reader names no position in the log', async () => {
    const { realmId } = service.realm;
    for (let round = 0; round < 30; round++) {
      const description = `round ${round}`;
      await service.call(updateRealm, service.actor(), { description });

      const snapshots = await Promise.all([0, 1].map((replica) => service.askReplica(GetRealm, { realmId }, replica)));

      expect(snapshots.map(({ state }) => state.description)).toEqual([description, description]);
    }
  });

  it('records nothing when nothing changes', async () => {
    const before = (await service.events()).length;

    expect(await service.call(updateRealm, service.actor(), { name: 'Acme Corp' })).toEqual({});
    expect(await service.events()).toHaveLength(before);
  });

  it('loses no change of two that are made at once', async () => {
    await Promise.all([
      service.call(updateRealm, service.actor(), { digestWeekday: 4 }),
      service.call(updateRealm, service.actor(), { gifRating: 5 }),
      service.call(updateRealm, service.actor(), { presenceDisabled: true }),
    ]);

    expect(await realm()).toMatchObject({ digestWeekday: 4, gifRating: 5, presenceDisabled: true });
  });

  it.each([
    [Role.Member, { name: 'x' }, 'Must be an organization administrator'],
    [Role.Administrator, { inviteRequired: false }, 'Must be an organization owner'],
    [Role.Administrator, { messageRetentionDays: 3 }, 'Must be an organization owner'],
    [Role.Administrator, { authenticationMethods: { Email: false } }, 'Must be an organization owner'],
    [Role.Owner, { authenticationMethods: { Email: false } }, 'At least one authentication method must be enabled.'],
    [Role.Owner, { authenticationMethods: { Post: true } }, 'Invalid authentication method: Post'],
    [Role.Owner, { createPublicStreamPolicy: 5 }, 'Invalid RealmChanges["createPublicStreamPolicy"]'],
    [Role.Owner, { notificationsStreamId: 404 }, 'Invalid stream ID'],
    [
      Role.Owner,
      { defaultExternalAccounts: { x: { name: 'X', text: 'X', hint: '', urlPattern: 'https://x.org/' } } },
      "URL pattern must contain '%(username)s'.",
    ],
  ])('refuses role %d %j', async (role, changes, message) => {
    const before = (await service.events()).length;

    expect(await service.callError(updateRealm, service.actor(role), changes as RealmChanges)).toBe(message);
    expect(await service.events()).toHaveLength(before);
  });

  it('takes notices to a stream that the actor sees, and ends them when it is archived', async () => {
    const stream = { name: 's', isWebPublic: false, isHistoryPublicToSubscribers: true };
    service.streams = [
      { ...stream, streamId: 31, isPrivate: false },
      { ...stream, streamId: 32, isPrivate: true },
      { ...stream, streamId: 33, isPrivate: true },
    ];
    service.subscriptions = { 7: [32] };
    const update = (changes: RealmChanges) => service.call(updateRealm, service.actor(), changes);

    expect(await update({ notificationsStreamId: 31, signupNotificationsStreamId: 32 })).toEqual({
      notifications_stream_id: 31,
      signup_notifications_stream_id: 32,
    });
    expect(await service.refusal(update({ notificationsStreamId: 33 }))).toBe('Invalid stream ID');
    expect(await update({ signupNotificationsStreamId: null })).toEqual({ signup_notifications_stream_id: -1 });
    await service.publish('messaging', {
      type: 'messaging.stream_archived',
      payload: { stream: { streamId: 31 }, subscriberIds: [] },
    });
    await eventually(async () => (await realm()).notificationsStreamId === null);
  });

  it('ends notices to archived streams before the response, with one event', async () => {
    const stream = { name: 's', isWebPublic: false, isHistoryPublicToSubscribers: true, isPrivate: false };
    service.streams = [
      { ...stream, streamId: 41 },
      { ...stream, streamId: 42 },
    ];
    const changes = { notificationsStreamId: 41, signupNotificationsStreamId: 42 };
    const { realmId } = service.realm;
    for (let round = 0; round < 5; round++) {
      await service.call(updateRealm, service.actor(), changes);
      const before = (await service.events()).length;

      await Promise.all([
        service.ask(ForgetArchivedStreams, { realmId, streamIds: [40, 41] }).then(async () => {
          expect(await realm()).toMatchObject({ notificationsStreamId: null, signupNotificationsStreamId: 42 });
        }),
        service.ask(ForgetArchivedStreams, { realmId, streamIds: [41] }).then(async () => {
          expect(await realm()).toMatchObject({ notificationsStreamId: null, signupNotificationsStreamId: 42 });
        }),
      ]);

      expect((await service.events()).length).toBe(before + 1);
    }
  });

  it('sends no notices to a stream that is archived while the request looks at it', async () => {
    const stream = { name: 's', isWebPublic: false, isHistoryPublicToSubscribers: true, isPrivate: false };
    service.streams = [{ ...stream, streamId: 51 }];
    const { realmId } = service.realm;
    const isWaiting = async () =>
      (
        await service.connections.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rows.length > 0;
    let forgetting: Promise<unknown> | undefined;
    service.delayStreams = async () => {
      service.delayStreams = async () => {};
      service.streams = [];
      let isDone = false;
      forgetting = service.ask(ForgetArchivedStreams, { realmId, streamIds: [51] }).then(() => {
        isDone = true;
      });
      await eventually(async () => isDone || (await isWaiting()));
    };

    await service.call(updateRealm, service.actor(), { notificationsStreamId: 51 });
    await forgetting;

    expect(forgetting).toBeDefined();
    expect((await realm()).notificationsStreamId).toBeNull();
  });

  it('has full members looked at when the waiting period is another, and only then', async () => {
    const update = (changes: RealmChanges) => service.call(updateRealm, service.actor(Role.Owner), changes);

    await update({ waitingPeriodThreshold: 4 });
    await update({ waitingPeriodThreshold: 4, description: 'Somewhere else' });

    expect(service.fullMembersUpdated).toEqual([service.realm.realmId]);
  });
});

describe('reads by standbys', () => {
  it('are off until the operator turns them on', async () => {
    const { realmId } = service.realm;
    expect((await realm()).readsStandbys).toBe(false);

    await service.ask(SetStandbyReads, { realmId, isOn: true });
    expect((await realm()).readsStandbys).toBe(true);
    await service.ask(SetStandbyReads, { realmId, isOn: false });
    expect((await realm()).readsStandbys).toBe(false);
  });
});

describe('the quota of files', () => {
  const toClients = allClientEventMappings().find(({ source }) => source === RealmUpdated)?.forClient as
    | ((payload: unknown) => readonly ClientEvent[])
    | undefined;
  /** The quotas of the client events that one change causes. */
  const setQuota = async (fields: { uploadQuotaMib?: number | null }): Promise<unknown[]> => {
    const before = (await service.events()).length;
    await service.ask(SetUploadQuota, { realmId: service.realm.realmId, ...fields });
    const changes = (await service.events()).slice(before);
    const events = changes.flatMap(({ payload }) => toClients?.(payload) ?? []);
    return events.map(({ data }) => (data as Wire<RealmUpdateDictEvent>['data']).upload_quota_mib);
  };

  it('is the default of the installation until the operator sets one, and clients get it by an event', async () => {
    expect((await realm()).uploadQuotaMib).toBe(DEFAULT_QUOTA_MIB);

    expect(await setQuota({ uploadQuotaMib: 500 })).toEqual([500]);
    expect(await setQuota({ uploadQuotaMib: 500 })).toEqual([]);
    expect((await realm()).uploadQuotaMib).toBe(500);
    expect(await setQuota({ uploadQuotaMib: null })).toEqual([null]);
    expect((await realm()).uploadQuotaMib).toBeNull();
    expect(await setQuota({})).toEqual([DEFAULT_QUOTA_MIB]);
    expect((await realm()).uploadQuotaMib).toBe(DEFAULT_QUOTA_MIB);
  });

  it('is refused below zero', async () => {
    const { realmId } = service.realm;

    expect(await service.refusal(service.ask(SetUploadQuota, { realmId, uploadQuotaMib: -1 }))).toBeDefined();
    expect((await realm()).uploadQuotaMib).toBe(DEFAULT_QUOTA_MIB);
  });
});

describe('deactivation', () => {
  it('is for owners and the operator, and is seen where hosts are resolved', async () => {
    const { realmId } = service.realm;

    expect(await service.callError(deactivateRealm, service.actor(), {})).toBe('Must be an organization owner');
    await service.call(deactivateRealm, service.actor(Role.Owner), {});
    expect((await service.askOutside(ResolveRealm, { host: 'acme.localhost' })).isDeactivated).toBe(true);
    await service.ask(SetRealmActive, { realmId, isActive: true });
    expect((await realm()).isDeactivated).toBe(false);
  });
});
