import {
  badRequest,
  maySeeStream,
  organizationOwnerRequired,
  type Principal,
  RefreshBotStreams,
  Role,
  type StreamChange,
  StreamPostPolicy,
  type StreamRecord,
  StreamUpdated,
} from '@chat/contracts';
import { Database, lockRealm, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { AfterCommit } from '@chat/service-kit';
import { foldName } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { DefaultStreamEntity } from '../default-streams/default-stream.entity.js';
import { dropFromDefaults } from '../default-streams/default-streams.repository.js';
import { Notices, STREAM_EVENTS_TOPIC, silentMention } from '../messages/notices/notices.js';
import { checkedDescription, checkedStreamName } from '../names/check-text.js';
import { RealmProjections, type RealmState } from '../projections/realm-projections.js';
import { StreamEntity } from '../stream-records/stream.entity.js';
import { StreamDescriptions } from '../stream-records/stream-descriptions.js';
import { readStream, readStreamsByKey, readSubscribers } from '../stream-records/stream-records.repository.js';
import { recordRegainedVisibility, usersWithVisibility } from '../user-topics/user-topics.repository.js';
import { noticesOfChange } from './stream-notices.js';
import { checkedRemovalGroup, checkMayCreate, retentionDays } from './stream-properties.js';

/** Changes the properties of a stream in one transaction under the realm lock. */
@Injectable()
export class UpdateStreamService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly descriptions: StreamDescriptions,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
    private readonly afterCommit: AfterCommit,
  ) {}

  async update(actor: Principal, change: StreamChange, context: RequestContext): Promise<void> {
    const { streamId } = change;
    const realmState = await this.projections.state(actor.realmId);
    const known = await this.access.stream(actor, streamId, 'see');
    // Changes of privacy and of the removal group need the right to read the stream.
    const groupId = change.canRemoveSubscribersGroupId;
    const changesGroup = groupId !== undefined && groupId !== known.stream.canRemoveSubscribersGroupId;
    if (change.isPrivate !== undefined || changesGroup) await this.access.stream(actor, streamId, 'read');
    const description = change.description === undefined ? undefined : checkedDescription(change.description);
    const renderedDescription = description ? await this.descriptions.render(actor.realmId, description) : description;
    const name = change.newName === undefined ? undefined : checkedStreamName(change.newName);
    if (name === known.stream.name) throw badRequest('Stream already has that name!');
    const settings = this.checkedSettings(actor, change, realmState);
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, actor.realmId);
      const stream = await readStream(tx, actor.realmId, streamId);
      if (!stream) throw badRequest('Invalid stream ID');
      if (name !== undefined) await checkNameIsFree(tx, actor.realmId, stream, name);
      const permissions = await this.checkedPermissions(tx, actor, change, stream, realmState);
      const wanted = { ...settings, ...permissions, name, description, renderedDescription };
      const { changed, previous } = changesOf(stream, wanted);
      if (Object.keys(previous).length === 0) return;
      await this.store(tx, actor, stream, changed, previous, realmState);
      const after = { ...stream, ...changed };
      const texts = noticesOfChange(silentMention(actor), stream, after);
      const notices = texts.map((content) => ({ stream: after, topic: STREAM_EVENTS_TOPIC, content }));
      await this.notices.send(tx, realmState, notices);
    });
    if (name === undefined && change.isPrivate === undefined) return;
    await this.afterCommit.ask(RefreshBotStreams, { realmId: actor.realmId, streamIds: [streamId] }, context);
  }

  /** Checks the settings that do not depend on the state of the stream. */
  private checkedSettings(actor: Principal, change: StreamChange, { users }: RealmState): Partial<StreamRecord> {
    const { messageRetentionDays, canRemoveSubscribersGroupId } = change;
    const postPolicy = postPolicyOf(change);
    if (messageRetentionDays !== undefined && actor.role !== Role.Owner) throw organizationOwnerRequired();
    return {
      ...(postPolicy !== undefined && { postPolicy }),
      ...(messageRetentionDays !== undefined && { messageRetentionDays: retentionDays(messageRetentionDays) }),
      ...(canRemoveSubscribersGroupId !== undefined && {
        canRemoveSubscribersGroupId: checkedRemovalGroup(canRemoveSubscribersGroupId, users),
      }),
    };
  }

  private async checkedPermissions(
    tx: Transaction,
    actor: Principal,
    { isPrivate, isWebPublic, isHistoryPublicToSubscribers }: StreamChange,
    stream: StreamRecord,
    { realm }: RealmState,
  ): Promise<Partial<StreamRecord>> {
    if (isPrivate === undefined && isWebPublic === undefined && isHistoryPublicToSubscribers === undefined) return {};
    const proposed = {
      isPrivate: isPrivate ?? stream.isPrivate,
      isWebPublic: isWebPublic ?? stream.isWebPublic,
      isHistoryPublicToSubscribers:
        isHistoryPublicToSubscribers ?? (isPrivate === undefined ? stream.isHistoryPublicToSubscribers : !isPrivate),
    };
    if (proposed.isWebPublic && (proposed.isPrivate || !proposed.isHistoryPublicToSubscribers)) {
      throw badRequest('Invalid parameters');
    }
    if (!proposed.isPrivate && !proposed.isHistoryPublicToSubscribers) throw badRequest('Invalid parameters');
    if (proposed.isPrivate && (await isDefault(tx, stream))) {
      throw badRequest('Default streams cannot be made private.');
    }
    if (isWebPublic) checkMayCreate(actor, realm, { isPrivate: false, isWebPublic }, Date.now() / 1000);
    return proposed;
  }

  private async store(
    tx: Transaction,
    actor: Principal,
    before: StreamRecord,
    changed: Partial<StreamRecord>,
    previous: Partial<StreamRecord>,
    { users }: RealmState,
  ): Promise<void> {
    const { streamId } = before;
    const now = { ...before, ...changed };
    await tx.getRepository(StreamEntity).update({ streamId }, { ...changed, nameKey: foldName(now.name) });
    const isSeenDifferently = previous.isPrivate !== undefined || previous.isWebPublic !== undefined;
    const subscriberIds =
      before.isPrivate || now.isPrivate || isSeenDifferently
        ? ((await readSubscribers(tx, [streamId], users)).get(streamId) ?? [])
        : null;
    tx.record(actor.realmId, StreamUpdated.of({ stream: now, previous, actorId: actor.userId, subscriberIds }));
    // Every user sees the default groups, so a private stream leaves them.
    const isSeenByMore = previous.isPrivate === true || previous.isWebPublic === false;
    if (isSeenByMore) await recordVisibilityOfNewcomers(tx, actor.realmId, before, now, subscriberIds ?? [], users);
    if (previous.isPrivate === false) await dropFromDefaults(tx, actor.realmId, streamId);
  }
}

/** The deprecated `isAnnouncementOnly` takes precedence. */
function postPolicyOf({ isAnnouncementOnly, postPolicy }: StreamChange): number | undefined {
  if (isAnnouncementOnly === undefined) return postPolicy;
  return isAnnouncementOnly ? StreamPostPolicy.Administrators : StreamPostPolicy.Everyone;
}

/** Publishes the topic visibility of users that did not see the stream before. */
async function recordVisibilityOfNewcomers(
  tx: Transaction,
  realmId: number,
  before: StreamRecord,
  now: StreamRecord,
  subscriberIds: readonly number[],
  users: RealmState['users'],
): Promise<void> {
  const subscribers = new Set(subscriberIds);
  const newcomers = (await usersWithVisibility(tx, now.streamId)).filter((userId) => {
    const user = users.get(userId) ?? null;
    const isSubscribed = subscribers.has(userId);
    return !maySeeStream(user, before, isSubscribed) && maySeeStream(user, now, isSubscribed);
  });
  const pairs = newcomers.map((userId) => ({ userId, streamId: now.streamId }));
  await recordRegainedVisibility(tx, realmId, pairs, users);
}

function changesOf(stream: StreamRecord, wanted: Partial<StreamRecord>) {
  const names = (Object.keys(wanted) as (keyof StreamRecord)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== stream[name],
  );
  const pick = (source: Partial<StreamRecord>): Partial<StreamRecord> =>
    Object.fromEntries(names.map((name) => [name, source[name]]));
  return { changed: pick(wanted), previous: pick(stream) };
}

async function checkNameIsFree(tx: Transaction, realmId: number, stream: StreamRecord, name: string): Promise<void> {
  if (stream.name === name) throw badRequest('Stream already has that name!');
  const key = foldName(name);
  if (key === foldName(stream.name)) return;
  const taken = await readStreamsByKey(tx, realmId, [key]);
  if (taken.length > 0) throw badRequest(`Stream name '${name}' is already taken.`);
}

const isDefault = (tx: Transaction, { streamId }: StreamRecord): Promise<boolean> =>
  tx.getRepository(DefaultStreamEntity).existsBy({ streamId });
