import {
  ApiError,
  badRequest,
  type DeleteStoredDrafts,
  type DraftFields,
  DraftRemoved,
  DraftsAdded,
  DraftUpdated,
  draftDoesNotExist,
  type LoggedEvent,
  MAX_DRAFTS_PER_USER,
  mayReadStream,
  type Principal,
  type UserUpdatedPayload,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { addHolds, type Holding, replaceHolds } from '../file-claims/change-holds.js';
import { MessageRenderer } from '../messages/rendering/message-renderer.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { type CheckedDraft, checkDraft } from './draft-rules.js';
import { DraftEntity } from './drafts.entity.js';
import { deleteDraftsBefore, insertDrafts, lockDrafts, switchedOffAt } from './drafts.repository.js';

const synchronizationIsOff = () => badRequest('User has disabled synchronizing drafts.');

/** Drafts of a user. Events keep the user's clients in step. Throws unless the user synchronizes drafts. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
    private readonly renderer: MessageRenderer,
  ) {}

  async list(actor: Principal) {
    await this.requireSynchronization(actor);
    const drafts = await this.database.getRepository(DraftEntity).find({
      select: { id: true, type: true, to: true, topic: true, content: true, timestamp: true },
      where: { userId: actor.userId },
      order: { timestamp: 'ASC', id: 'ASC' },
    });
    return { count: drafts.length, drafts };
  }

  async create(actor: Principal, drafts: readonly DraftFields[]) {
    const usersSequence = await this.requireSynchronization(actor);
    const checked = await this.check(actor, drafts);
    if (checked.length === 0) return { ids: [] };
    const files = await this.filesOf(actor, checked);
    return this.database.transaction(async (tx) => {
      await lockDrafts(tx, actor.userId);
      // Another replica may have applied an event that this one has not.
      if ((await switchedOffAt(tx, actor.userId)) > usersSequence) throw synchronizationIsOff();
      const count = await tx.getRepository(DraftEntity).countBy({ userId: actor.userId });
      if (count + checked.length > MAX_DRAFTS_PER_USER) {
        throw badRequest(`Too many drafts (limit: ${MAX_DRAFTS_PER_USER})`);
      }
      const stored = await insertDrafts(tx, actor, checked, usersSequence);
      const holdings = stored.map(({ id }, place) => ({ holderId: id, files: files[place] ?? [] }));
      await addHolds(tx, actor.realmId, 'draft', holdings);
      tx.record(actor.realmId, DraftsAdded.of({ userId: actor.userId, drafts: stored }));
      return { ids: stored.map((draft) => draft.id) };
    });
  }

  async edit(actor: Principal, draftId: number, draft: DraftFields): Promise<void> {
    await this.requireSynchronization(actor);
    const own = { id: draftId, userId: actor.userId };
    // As in the reference server, a missing draft is reported before invalid fields.
    if (!(await this.database.getRepository(DraftEntity).existsBy(own))) throw draftDoesNotExist();
    const [checked] = (await this.check(actor, [draft])) as [CheckedDraft];
    const [files = []] = await this.filesOf(actor, [checked]);
    await this.database.transaction(async (tx) => {
      if (!(await tx.getRepository(DraftEntity).update(own, checked)).affected) throw draftDoesNotExist();
      await replaceHolds(tx, actor.realmId, 'draft', [{ holderId: draftId, files }]);
      tx.record(actor.realmId, DraftUpdated.of({ userId: actor.userId, draft: { id: draftId, ...checked } }));
    });
  }

  async delete(actor: Principal, draftId: number): Promise<void> {
    await this.requireSynchronization(actor);
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.getRepository(DraftEntity).delete({ id: draftId, userId: actor.userId });
      if (!affected) throw draftDoesNotExist();
      await replaceHolds(tx, actor.realmId, 'draft', [{ holderId: draftId, files: [] }]);
      tx.record(actor.realmId, DraftRemoved.of({ userId: actor.userId, draftId }));
    });
  }

  /** Deletes the drafts of a user that switches synchronization off. The event repeats until it is handled. */
  async onUserUpdated({
    realmId,
    payload: { user, previous },
    sequence,
  }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    const wasOn = previous.settings?.enableDraftsSynchronization ?? false;
    if (!wasOn || user.settings.enableDraftsSynchronization) return;
    await this.deleteStored({ realmId, userId: user.userId }, sequence);
  }

  /** Deletes all drafts of the user if synchronization is off. If it is on again, the event deletes the older ones. */
  async deleteIfOff({ realmId, userId }: DeleteStoredDrafts): Promise<void> {
    const users = await this.projections.users(realmId);
    if (users.get(userId)?.settings.enableDraftsSynchronization === false) {
      await this.deleteStored({ realmId, userId }, users.sequence + 1);
    }
  }

  /**
   * Deletes the drafts stored before the event `usersSequence` of the users service. A repeated or late call does no harm: drafts that the user
   * stores after switching synchronization on again remain. No event is published, because clients keep their copies.
   */
  private async deleteStored(user: Pick<Principal, 'realmId' | 'userId'>, usersSequence: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDrafts(tx, user.userId);
      await deleteDraftsBefore(tx, user, usersSequence);
    });
  }

  /** Returns the sequence of the users service up to which this replica knows that synchronization is on. */
  private async requireSynchronization(actor: Principal): Promise<number> {
    const users = await this.projections.users(actor.realmId);
    if (!users.get(actor.userId)?.settings.enableDraftsSynchronization) throw synchronizationIsOff();
    return users.sequence;
  }

  /** The files that each draft links and its author may read. A text that cannot be rendered links none. */
  private async filesOf(actor: Principal, drafts: readonly CheckedDraft[]): Promise<Holding['files'][]> {
    const files: Holding['files'][] = [];
    for (const { content } of drafts) {
      const rendered = await this.renderer.render(actor, content).catch((error: unknown) => {
        if (error instanceof ApiError && error.status < 500) return undefined;
        throw error;
      });
      files.push(rendered?.claimedFiles ?? []);
    }
    return files;
  }

  private async check(actor: Principal, drafts: readonly DraftFields[]): Promise<CheckedDraft[]> {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const checked = drafts.map((draft) => checkDraft(draft, nowSeconds));
    const toStreams = checked.filter((draft) => draft.type === 'stream').map((draft) => draft.to[0] as number);
    await this.requireReadableStreams(actor, toStreams);
    const users = await this.projections.users(actor.realmId);
    for (const { type, to } of checked) if (type === 'private') for (const userId of to) users.require(userId);
    return checked;
  }

  private async requireReadableStreams(actor: Principal, streamIds: readonly number[]): Promise<void> {
    if (streamIds.length === 0) return;
    const streams = await this.streams.of(actor.realmId);
    const subscribed = await this.access.subscribedAmong(actor.userId, [...new Set(streamIds)]);
    for (const streamId of streamIds) {
      const stream = streams.get(streamId);
      if (!stream || !mayReadStream(actor, stream, subscribed.has(streamId))) throw badRequest('Invalid stream ID');
    }
  }
}
