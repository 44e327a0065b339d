import {
  badRequest,
  type DeleteStoredDrafts,
  type DraftFields,
  type DraftIds,
  type DraftList,
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
import { RealmProjections } from '../projections/realm-projections.js';
import { StreamsProjection } from '../stream-records/streams.projection.js';
import { type CheckedDraft, checkDraft } from './draft-rules.js';
import {
  countDrafts,
  deleteDraft,
  deleteDraftsBefore,
  hasDraft,
  insertDrafts,
  lockDrafts,
  selectDrafts,
  switchedOffAt,
  updateDraft,
} from './drafts.repository.js';

const synchronizationIsOff = () => badRequest('User has disabled synchronizing drafts.');

/** Drafts of one user, whose other clients learn of every change. Only while the user synchronizes them. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
  ) {}

  async list(actor: Principal): Promise<DraftList> {
    await this.requireSynchronization(actor);
    const drafts = await selectDrafts(this.database, actor.userId);
    return { count: drafts.length, drafts };
  }

  async create(actor: Principal, drafts: readonly DraftFields[]): Promise<DraftIds> {
    const usersSequence = await this.requireSynchronization(actor);
    const checked = await this.check(actor, drafts);
    if (checked.length === 0) return { ids: [] };
    return this.database.transaction(async (tx) => {
      await lockDrafts(tx, actor.userId);
      // Switched off by an event that this replica had not heard of.
      if ((await switchedOffAt(tx, actor.userId)) > usersSequence) throw synchronizationIsOff();
      if ((await countDrafts(tx, actor.userId)) + checked.length > MAX_DRAFTS_PER_USER) {
        throw badRequest(`Too many drafts (limit: ${MAX_DRAFTS_PER_USER})`);
      }
      const stored = await insertDrafts(tx, actor, checked, usersSequence);
      tx.record(actor.realmId, DraftsAdded.of({ userId: actor.userId, drafts: stored }));
      return { ids: stored.map((draft) => draft.id) };
    });
  }

  async edit(actor: Principal, draftId: number, draft: DraftFields): Promise<void> {
    await this.requireSynchronization(actor);
    // First, as the reference server does: what would stand in a draft that is not there is nobody's concern.
    if (!(await hasDraft(this.database, actor.userId, draftId))) throw draftDoesNotExist();
    const [checked] = (await this.check(actor, [draft])) as [CheckedDraft];
    await this.database.transaction(async (tx) => {
      if (!(await updateDraft(tx, actor.userId, draftId, checked))) throw draftDoesNotExist();
      tx.record(actor.realmId, DraftUpdated.of({ userId: actor.userId, draft: { id: draftId, ...checked } }));
    });
  }

  async delete(actor: Principal, draftId: number): Promise<void> {
    await this.requireSynchronization(actor);
    await this.database.transaction(async (tx) => {
      if (!(await deleteDraft(tx, actor.userId, draftId))) throw draftDoesNotExist();
      tx.record(actor.realmId, DraftRemoved.of({ userId: actor.userId, draftId }));
    });
  }

  /** Deletes the stored drafts of users who switch their synchronization off, whatever is down when they do. */
  async onUserUpdated({ payload: { user, previous }, sequence }: LoggedEvent<UserUpdatedPayload>): Promise<void> {
    const wasOn = previous.settings?.enableDraftsSynchronization ?? false;
    if (!wasOn || user.settings.enableDraftsSynchronization) return;
    await this.deleteStored(user.userId, sequence);
  }

  /** All drafts of a user whose synchronization is off now. Where it is on again, its event deletes what it has to. */
  async deleteIfOff({ realmId, userId }: DeleteStoredDrafts): Promise<void> {
    const users = await this.projections.users(realmId);
    if (users.get(userId)?.settings.enableDraftsSynchronization === false) {
      await this.deleteStored(userId, users.sequence + 1);
    }
  }

  /**
   * When the user switched synchronization off, by the event `usersSequence` of the users service. Clients keep what they have: no
   * event. Doing it twice, or late, does no harm: what was stored later, when it was on again, stays; and what a replica stores
   * that has not heard of the event is refused.
   */
  private async deleteStored(userId: number, usersSequence: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDrafts(tx, userId);
      await deleteDraftsBefore(tx, userId, usersSequence);
    });
  }

  /** Answers the sequence of the users service's events by which it is on. */
  private async requireSynchronization(actor: Principal): Promise<number> {
    const users = await this.projections.users(actor.realmId);
    if (!users.get(actor.userId)?.settings.enableDraftsSynchronization) throw synchronizationIsOff();
    return users.sequence;
  }

  private async check(actor: Principal, drafts: readonly DraftFields[]): Promise<CheckedDraft[]> {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const checked = drafts.map((draft) => checkDraft(draft, nowSeconds));
    await this.requireReadableStreams(
      actor,
      checked.filter((draft) => draft.type === 'stream').map((draft) => draft.to[0] as number),
    );
    const users = await this.projections.users(actor.realmId);
    for (const draft of checked) {
      if (draft.type !== 'private') continue;
      const unknown = draft.to.find((userId) => !users.get(userId));
      if (unknown !== undefined) throw badRequest(`Invalid user ID ${unknown}`);
    }
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
