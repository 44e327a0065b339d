import { isAllowedBy, Policy } from '@chat/auth';
import {
  badRequest,
  badValue,
  type Principal,
  type RealmRecord,
  type RetentionChoice,
  Role,
  type StreamProperties,
  SYSTEM_GROUPS,
  type Wire,
} from '@chat/contracts';
import type { RealmUsers } from '../projections/realm-users.js';

/** In `messageRetentionDays`: messages are kept for ever, or as long as the realm says. */
const UNLIMITED = -1;
const MAX_RETENTION_DAYS = 100_000;

const RETENTION: keyof Wire<StreamProperties> = 'message_retention_days';

/** The days as they are stored: null inherits the realm's, -1 keeps for ever. */
export function retentionDays(choice: RetentionChoice): number | null {
  if (choice === 'realm_default') return null;
  if (choice === 'unlimited') return UNLIMITED;
  if (typeof choice !== 'number' || !Number.isInteger(choice) || choice <= 0 || choice > MAX_RETENTION_DAYS) {
    throw badValue(RETENTION, String(choice));
  }
  return choice;
}

/** What a combination of permissions is stored as; refuses those that contradict themselves. */
export interface StreamPermissions {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isHistoryPublicToSubscribers: boolean;
}

/** Public history unless the stream is private and does not say so. */
export function newStreamPermissions(properties: StreamProperties): StreamPermissions {
  const isPrivate = properties.isPrivate ?? false;
  const isWebPublic = properties.isWebPublic ?? false;
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters');
  const isHistoryPublicToSubscribers = isPrivate ? (properties.isHistoryPublicToSubscribers ?? false) : true;
  return { isPrivate, isWebPublic, isHistoryPublicToSubscribers };
}

/** Refuses what the realm's policies do not let the actor make. */
export function checkMayCreate(
  actor: Principal,
  realm: RealmRecord,
  permissions: Pick<StreamPermissions, 'isPrivate' | 'isWebPublic'>,
  nowSeconds: number,
): void {
  const policy = permissions.isPrivate ? realm.createPrivateStreamPolicy : realm.createPublicStreamPolicy;
  const isAllowed = (value: number) =>
    isAllowedBy(value as Policy, actor, realm.waitingPeriodThreshold, nowSeconds) && actor.role !== Role.Guest;
  if (!isAllowed(policy)) throw badRequest('Insufficient permission');
  if (!permissions.isWebPublic) return;
  if (!realm.webPublicStreamsEnabled) throw badRequest('Web-public streams are not enabled.');
  if (!isAllowed(realm.createWebPublicStreamPolicy)) throw badRequest('Insufficient permission');
}

const SETTING = 'can_remove_subscribers_group';

/** The group that may unsubscribe others: one of the system groups that make sense for it. */
export function checkedRemovalGroup(groupId: number, users: RealmUsers): number {
  const group = users.group(groupId);
  if (!group) throw badRequest('Invalid user group');
  if (!group.isSystemGroup) throw badRequest(`'${SETTING}' must be a system user group.`);
  const refused: readonly string[] = [SYSTEM_GROUPS.internet, SYSTEM_GROUPS.owners, SYSTEM_GROUPS.nobody];
  if (refused.includes(group.name)) throw badRequest(`'${SETTING}' setting cannot be set to '${group.name}' group.`);
  return groupId;
}

/** Administrators, unless something else was chosen. */
export function defaultRemovalGroup(users: RealmUsers): number {
  const group = users.groupByName(SYSTEM_GROUPS.administrators);
  if (!group) throw new Error('The realm has no system group of administrators.');
  return group.groupId;
}

/** Name of a combination of permissions in notices. */
export function policyName(stream: StreamPermissions) {
  if (stream.isWebPublic) return 'Web-public';
  if (!stream.isPrivate) return 'Public';
  return stream.isHistoryPublicToSubscribers ? 'Private, shared history' : 'Private, protected history';
}
