import {
  INCOMING_WEBHOOK_BOT,
  type Principal,
  type Role,
  type Stamped,
  unauthorized,
  VerifyCredentials,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../accounts/name-key.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';

interface KeyHolder {
  readonly sequence: number;
  readonly userId: number;
  readonly role: Role;
  readonly isBot: boolean;
  readonly isActive: boolean;
  readonly botType: number | null;
  readonly botOwnerId: number | null;
  readonly email: string;
  readonly emailKey: string;
  readonly deliveryEmailKey: string;
  readonly fullName: string;
  readonly joinedAtSeconds: number;
}

/** One statement sees one snapshot, so the outbox's sequence belongs to the row. */
const FIND_KEY_HOLDER = `
  SELECT coalesce((SELECT sequence FROM outbox_head WHERE realm_id = $1), 0) AS sequence,
    a.user_id AS "userId", a.role, a.is_bot AS "isBot", a.is_active AS "isActive", a.bot_type AS "botType",
    a.bot_owner_id AS "botOwnerId", a.email, a.email_key AS "emailKey", a.delivery_email_key AS "deliveryEmailKey", a.full_name AS "fullName",
    a.joined_at AS "joinedAtSeconds"
  FROM api_key k JOIN account a USING (user_id)
  WHERE k.key_index = $2 AND a.realm_id = $1`;

/** Whether the realm is deactivated is the gateway's to say: it knows before it asks here. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
  ) {}

  async handle({ realmId, email, apiKey }: VerifyCredentials): Promise<Stamped<Principal>> {
    const [holder] = await this.database.queryPrepared<KeyHolder>(FIND_KEY_HOLDER, [
      realmId,
      this.vault.indexOf(apiKey),
    ]);
    const key = nameKey(email);
    if (holder === undefined || (key !== holder.emailKey && key !== holder.deliveryEmailKey)) {
      throw unauthorized('Invalid API key');
    }
    if (!holder.isActive) throw unauthorized('Account is deactivated');
    const { sequence, userId, role, isBot, botOwnerId, fullName, joinedAtSeconds } = holder;
    const principal = { realmId, userId, role, isBot, botOwnerId, email: holder.email, fullName, joinedAtSeconds };
    const isIncomingWebhook = holder.botType === INCOMING_WEBHOOK_BOT;
    return { sequence, state: isIncomingWebhook ? { ...principal, isIncomingWebhook } : principal };
  }
}
