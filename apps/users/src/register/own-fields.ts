import { isAllowedBy, Policy } from '@chat/auth';
import {
  avatarUrl,
  type BotConfiguration,
  isAdministrator,
  isGuest,
  type MutedUser,
  type OwnRegisterFields,
  type RealmRecord,
  Role,
} from '@chat/contracts';
import { type Database, jsonObject } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/account.entity.js';
import { CONFIGURATION, SEALED_API_KEY } from '../bot-records/bot-configuration.entity.js';

/** Fields of `realm_user` in register that concern the user's own account. */
export function ownFields(account: AccountRow, realm: RealmRecord): OwnRegisterFields {
  const user = toAccount(account);
  const nowSeconds = Date.now() / 1000;
  const may = (policy: number): boolean =>
    isAllowedBy(policy as Policy, account, realm.waitingPeriodThreshold, nowSeconds);
  const mayCreatePublic = may(realm.createPublicStreamPolicy);
  const mayCreatePrivate = may(realm.createPrivateStreamPolicy);
  return {
    avatarSource: account.avatarSource,
    avatarUrlMedium: avatarUrl(account, user, 'medium'),
    avatarUrl: avatarUrl(account, user),
    canCreateStreams: mayCreatePublic || mayCreatePrivate,
    canCreatePublicStreams: mayCreatePublic,
    canCreatePrivateStreams: mayCreatePrivate,
    canCreateWebPublicStreams: realm.webPublicStreamsEnabled && may(realm.createWebPublicStreamPolicy),
    canSubscribeOtherUsers: may(realm.inviteToStreamPolicy),
    canInviteOthersToRealm: !account.isBot && may(realm.inviteToRealmPolicy),
    isAdmin: isAdministrator(account.role),
    isOwner: account.role === Role.Owner,
    isBillingAdmin: account.isBillingAdmin,
    isModerator: account.role === Role.Moderator,
    isGuest: isGuest(account.role),
    userId: account.userId,
    email: account.email,
    deliveryEmail: account.deliveryEmail,
    fullName: account.fullName,
  };
}

/** Fields of a spectator: no rights, and an id that no user has. */
export const SPECTATOR_FIELDS: OwnRegisterFields = {
  avatarSource: 'G',
  avatarUrlMedium: '',
  avatarUrl: '',
  canCreateStreams: false,
  canCreatePublicStreams: false,
  canCreatePrivateStreams: false,
  canCreateWebPublicStreams: false,
  canSubscribeOtherUsers: false,
  canInviteOthersToRealm: false,
  isAdmin: false,
  isOwner: false,
  isBillingAdmin: false,
  isModerator: false,
  isGuest: true,
  userId: 0,
  email: '',
  deliveryEmail: '',
  fullName: '',
};

interface SealedBot {
  readonly userId: number;
  readonly sealedApiKey: string;
  readonly configuration: BotConfiguration | null;
}

/** The caller's own part of register, with its sequence. */
export interface OwnState {
  readonly sequence: number;
  /** Undefined for spectators. */
  readonly account: AccountRow | undefined;
  readonly mutedUsers: readonly MutedUser[];
  /** Bots with keys that the caller may see; secrets are sealed, in base64. Empty unless requested. */
  readonly bots: readonly SealedBot[];
}

type OwnRow = AccountRow & Pick<OwnState, 'sequence' | 'mutedUsers' | 'bots'>;

const HEAD = 'SELECT coalesce((SELECT sequence FROM outbox_head WHERE realm_id = $1), 0) AS sequence';

const SEALED_BOT = jsonObject<SealedBot>({
  userId: 'b.user_id',
  sealedApiKey: SEALED_API_KEY,
  configuration: CONFIGURATION,
});

/** One statement reads one snapshot, so the sequence of the outbox applies to all of it. */
const OWN_STATE = `${HEAD}, ${ACCOUNT_COLUMNS},
    (SELECT coalesce(json_agg(${jsonObject<MutedUser>({ id: 'm.muted_user_id', timestamp: 'm.muted_at' })} ORDER BY m.muted_user_id),
       '[]') FROM muted_user m WHERE m.user_id = a.user_id) AS "mutedUsers",
    (SELECT coalesce(json_agg(${SEALED_BOT}),
       '[]') FROM account b JOIN api_key k USING (user_id) LEFT JOIN bot_configurations c ON c.bot_id = b.user_id
     WHERE $3::boolean AND b.realm_id = $1 AND b.is_bot AND NOT b.is_system_bot
       AND (b.bot_owner_id = $2 OR a.role <= ${Role.Administrator})) AS bots
  FROM account a WHERE a.realm_id = $1 AND a.user_id = $2`;

export async function readOwnState(
  reader: Pick<Database, 'queryPrepared'>,
  realmId: number,
  userId: number | undefined,
  wantsBots: boolean,
): Promise<OwnState> {
  if (userId !== undefined) {
    const [row] = await reader.queryPrepared<OwnRow>(OWN_STATE, [realmId, userId, wantsBots]);
    if (row !== undefined) {
      const { sequence, mutedUsers, bots } = row;
      return { sequence, account: row, mutedUsers, bots };
    }
  }
  const [head] = await reader.queryPrepared<{ sequence: number }>(HEAD, [realmId]);
  return { sequence: head?.sequence ?? 0, account: undefined, mutedUsers: [], bots: [] };
}
