import type { Account, LoggedEvent, UserGroup, UserGroupMembersChangedPayload } from '@chat/contracts';
import { LogReader } from '@chat/event-log';
import { Database, lockRealm } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { RealmProjections } from '../../projections/realm-projections.js';
import { MAX_MEMBERSHIP_NOTICES, type Notice, Notices, silentMention } from './notices.js';

/**
 * Notifies users that another user added them to a group or removed them. The users service calls it right after its commit, and the
 * handler of its event calls it again. Each notice is sent once.
 */
@Injectable()
export class GroupNotices {
  constructor(
    private readonly database: Database,
    private readonly reader: LogReader,
    private readonly projections: RealmProjections,
    private readonly notices: Notices,
  ) {}

  async onMembersChanged(event: LoggedEvent<UserGroupMembersChangedPayload>): Promise<void> {
    const { realmId, sequence, logId, payload } = event;
    await this.reader.waitUntilApplied(realmId, logId);
    await this.notify(realmId, payload, payload.changeId ?? String(sequence));
  }

  async notify(
    realmId: number,
    { groupId, actorId, addedUserIds, removedUserIds }: UserGroupMembersChangedPayload,
    changeId: string,
  ): Promise<void> {
    if (actorId === undefined) return;
    const realmState = await this.projections.state(realmId);
    const [actor, group] = [realmState.users.get(actorId), realmState.users.groups.get(groupId)];
    if (!actor || !group) return;
    const notice = (did: 'added you to' | 'removed you from') => (userId: number) =>
      noticeTo(realmState.users.get(userId), actor, group, did, `change ${changeId} of a group for ${userId}`);
    const notices = [
      ...addedUserIds.flatMap(notice('added you to')),
      ...removedUserIds.flatMap(notice('removed you from')),
    ];
    if (notices.length === 0 || notices.length > MAX_MEMBERSHIP_NOTICES) return;
    await this.database.transaction(async (tx) => {
      await lockRealm(tx, realmId);
      await this.notices.send(tx, realmState, notices);
    });
  }
}

/** No notice to the acting user, to bots and to deactivated users. */
function noticeTo(user: Account | undefined, actor: Account, group: UserGroup, did: string, onceAs: string): Notice[] {
  if (!user || user.userId === actor.userId || user.isBot || !user.isActive) return [];
  return [{ user, content: `${silentMention(actor)} ${did} the group @_*${group.name}*.`, onceAs }];
}
