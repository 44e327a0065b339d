import {
  type DirectoryUser,
  type LoggedEvent,
  type UserGroup,
  UserGroupMembersChanged,
  type UserGroupMembersChangedPayload,
} from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { consumeEvents, on, ServiceResources } from '@chat/runtime';
import { Injectable } from '@nestjs/common';
import { lockRealm } from '../../message-order/realm-lock.js';
import { RealmProjections } from '../../projections/realm-projections.js';
import { MAX_MEMBERSHIP_NOTICES, type Notice, Notices, silentMention } from './notices.js';

/**
 * Tells people that somebody else put them into a user group, or took them out of it: asked by the users service right after its commit,
 * and once more, for certain, when its event is consumed. Told once, however often it is tried.
 */
@Injectable()
export class GroupNotices {
  constructor(
    resources: ServiceResources,
    private readonly database: Database,
    private readonly reader: LogReader,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
  ) {
    consumeEvents(
      resources,
      'messaging-group-notices',
      on(UserGroupMembersChanged, (event) => this.handle(event)),
    );
  }

  private async handle(event: LoggedEvent<UserGroupMembersChangedPayload>): Promise<void> {
    const { realmId, sequence, logId, payload } = event;
    await this.reader.waitUntilApplied(realmId, logId);
    await this.tell(realmId, payload, payload.changeId ?? String(sequence));
  }

  async tell(
    realmId: number,
    { groupId, actorId, addedUserIds, removedUserIds }: UserGroupMembersChangedPayload,
    changeId: string,
  ): Promise<void> {
    if (actorId === undefined) return;
    const facts = await this.projections.state(realmId);
    const [actor, group] = [facts.users.get(actorId), facts.users.group(groupId)];
    if (!actor || !group) return;
    const notice = (did: 'added you to' | 'removed you from') => (userId: number) =>
      noticeTo(facts.users.get(userId), actor, group, did, `change ${changeId} of a group for ${userId}`);
    const notices = [
      ...addedUserIds.flatMap(notice('added you to')),
      ...removedUserIds.flatMap(notice('removed you from')),
    ];
    if (notices.length === 0 || notices.length > MAX_MEMBERSHIP_NOTICES) return;
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      await this.notices.send(tx, facts, notices);
    });
  }
}

/** Not to who did it, nor to bots and those who are deactivated. */
function noticeTo(
  user: DirectoryUser | undefined,
  actor: DirectoryUser,
  group: UserGroup,
  did: string,
  onceAs: string,
): Notice[] {
  if (!user || user.userId === actor.userId || user.isBot || !user.isActive) return [];
  return [{ user, content: `${silentMention(actor)} ${did} the group @_*${group.name}*.`, onceAs }];
}
