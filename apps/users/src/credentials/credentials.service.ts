import {
  INCOMING_WEBHOOK_BOT,
  type OwnSessionsEnd,
  type Principal,
  unauthorized,
  type VerifiedKey,
  type VerifyCredentials,
} from '@chat/contracts';
import { Database, selectedColumns } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { AccountEntity, botDefaultsOf } from '../accounts/account.entity.js';
import { lockAccount } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { DeviceKeysService } from '../device-keys/device-keys.service.js';
import { endAllSessions } from '../sessions/end-sessions.js';

/** One statement reads one snapshot, so the sequence of the outbox applies to the account. */
const FIND_KEY_HOLDER = `
  SELECT coalesce((SELECT sequence FROM outbox_head WHERE realm_id = $1), 0) AS sequence,
    ${selectedColumns(AccountEntity, 'a', ['settings', 'alertWords'])}
  FROM api_key k JOIN account a USING (user_id)
  WHERE k.key_index = $2 AND a.realm_id = $1`;

/** Credentials of all kinds. The gateway checks beforehand that the realm is active. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
    private readonly apiKeys: ApiKeysService,
    private readonly deviceKeys: DeviceKeysService,
  ) {}

  async verify({ realmId, email, apiKey, acceptsDeviceKeys }: VerifyCredentials): Promise<VerifiedKey> {
    const parameters = [realmId, this.vault.indexOf(apiKey)];
    const rows = await this.database.queryPrepared<AccountEntity & { sequence: number }>(FIND_KEY_HOLDER, parameters);
    const [holder] = rows;
    if (holder === undefined && acceptsDeviceKeys) return this.verifyDeviceKey(realmId, email, apiKey);
    if (!isAddressOf(holder, email)) throw unauthorized('Invalid API key');
    if (!holder.isActive) throw unauthorized('Account is deactivated');
    const { sequence, userId, role, isBot, botOwnerId, fullName, joinedAtSeconds } = holder;
    const principal = { realmId, userId, role, isBot, botOwnerId, email: holder.email, fullName, joinedAtSeconds };
    return { sequence, state: isBot ? { ...principal, ...partsOfBot(holder) } : principal };
  }

  /** Ends the actor's own sessions and device keys, and the API key if it is asked for. */
  async endOwn(actor: Principal, { keepCurrent, apiKey }: OwnSessionsEnd): Promise<void> {
    const { realmId, userId, sessionId } = actor;
    await this.database.transaction(async (tx) => {
      // A sign-in at the same time comes before the end or after it.
      const account = await lockAccount(tx, realmId, userId);
      await endAllSessions(tx, account, keepCurrent ? sessionId : undefined);
      if (apiKey) await this.apiKeys.replace(tx, account);
    });
  }

  private async verifyDeviceKey(realmId: number, email: string | undefined, key: string): Promise<VerifiedKey> {
    const holder = await this.deviceKeys.find(realmId, key);
    if (holder === undefined || !isAddressOf(holder.account, email)) throw unauthorized('Invalid API key');
    return holder.verified;
  }
}

function partsOfBot(bot: Pick<AccountEntity, 'botType' | 'botDefaults'>): Partial<Principal> {
  const { eventsRegisterStream, allPublicStreams } = botDefaultsOf(bot);
  const hasDefaults = eventsRegisterStream !== null || allPublicStreams;
  return {
    ...(bot.botType === INCOMING_WEBHOOK_BOT && { isIncomingWebhook: true }),
    ...(hasDefaults && { queueDefaults: { stream: eventsRegisterStream?.name ?? null, allPublicStreams } }),
  };
}

type Addresses = Pick<AccountEntity, 'emailKey' | 'deliveryEmailKey'>;

/** Whether it is the API address or the real address of the holder, ignoring case. Without an address, the key alone decides. */
function isAddressOf<Holder extends Addresses>(
  holder: Holder | undefined,
  email: string | undefined,
): holder is Holder {
  if (email === undefined) return holder !== undefined;
  const key = nameKey(email);
  return key === holder?.emailKey || key === holder?.deliveryEmailKey;
}
