import { isAllowedBy, Policy } from '@chat/auth';
import {
  badRequest,
  badValue,
  type Principal,
  type RealmRecord,
  type RetentionChoice,
  Role,
  StreamPostPolicy,
  type StreamProperties,
  type StreamRecord,
  SYSTEM_GROUPS,
  type Wire,
} from '@chat/contracts';
import type { RealmState } from '../projections/realm-projections.js';
import type { RealmUsers } from '../projections/realm-users.js';

/** Stored value of `messageRetentionDays` for messages that never expire. */
const UNLIMITED = -1;
const MAX_RETENTION_DAYS = 100_000;

const RETENTION: keyof Wire<StreamProperties> = 'message_retention_days';

/** Stored number of days: null inherits the value of the realm, -1 means for ever. */
export function retentionDays(choice: RetentionChoice): number | null {
  if (choice === 'realm_default') return null;
  if (choice === 'unlimited') return UNLIMITED;
  if (typeof choice !== 'number' || !Number.isInteger(choice) || choice <= 0 || choice > MAX_RETENTION_DAYS) {
    throw badValue(RETENTION, String(choice));
  }
  return choice;
}

type StreamPermissions = Pick<StreamRecord, 'isPrivate' | 'isWebPublic' | 'isHistoryPublicToSubscribers'>;

/** Permissions of a new stream. Private streams have protected history by default. Throws if they contradict each other. */
export function newStreamPermissions(properties: StreamProperties): StreamPermissions {
  const isPrivate = properties.isPrivate ?? false;
  const isWebPublic = properties.isWebPublic ?? false;
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters');
  const isHistoryPublicToSubscribers = isPrivate ? (properties.isHistoryPublicToSubscribers ?? false) : true;
  return { isPrivate, isWebPublic, isHistoryPublicToSubscribers };
}

export const newStreamProperties = (properties: StreamProperties, { realm, users }: RealmState) => ({
  ...newStreamPermissions(properties),
  postPolicy: properties.postPolicy ?? StreamPostPolicy.Everyone,
  messageRetentionDays: retentionDays(properties.messageRetentionDays ?? 'realm_default'),
  canRemoveSubscribersGroupId: properties.canRemoveSubscribersGroupId ?? administratorsGroup(users),
  emailDomain: realm.botDomain,
});

/** Throws unless the policies of the realm allow the actor to create such a stream. */
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

/** Returns the id of a group that may unsubscribe others. Throws unless it is a system group with known members. */
export function checkedRemovalGroup(groupId: number, users: RealmUsers): number {
  const group = users.groups.get(groupId);
  if (!group) throw badRequest('Invalid user group');
  if (!group.isSystemGroup) throw badRequest(`'${SETTING}' must be a system user group.`);
  const refused: readonly string[] = [SYSTEM_GROUPS.internet, SYSTEM_GROUPS.owners, SYSTEM_GROUPS.nobody];
  if (refused.includes(group.name)) throw badRequest(`'${SETTING}' setting cannot be set to '${group.name}' group.`);
  return groupId;
}

function administratorsGroup(users: RealmUsers): number {
  const group = users.groups.getByName(SYSTEM_GROUPS.administrators);
  if (!group) throw new Error('The realm has no system group of administrators.');
  return group.groupId;
}

export function policyName(stream: StreamPermissions) {
  if (stream.isWebPublic) return 'Web-public';
  if (!stream.isPrivate) return 'Public';
  return stream.isHistoryPublicToSubscribers ? 'Private, shared history' : 'Private, protected history';
}
