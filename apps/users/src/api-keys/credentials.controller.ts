import { INCOMING_WEBHOOK_BOT, type Principal, type Stamped, unauthorized, VerifyCredentials } from '@chat/contracts';
import { Database, selectedColumns } from '@chat/persistence';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AccountEntity } from '../accounts/account.entity.js';
import { nameKey } from '../accounts/names.js';
import { ApiKeyVault } from './api-key-vault.js';

/** One statement reads one snapshot, so the sequence of the outbox applies to the account. */
const FIND_KEY_HOLDER = `
  SELECT coalesce((SELECT sequence FROM outbox_head WHERE realm_id = $1), 0) AS sequence,
    ${selectedColumns(AccountEntity, 'a', ['settings', 'alertWords'])}
  FROM api_key k JOIN account a USING (user_id)
  WHERE k.key_index = $2 AND a.realm_id = $1`;

/** Verifies API keys. The gateway checks beforehand that the realm is active. */
@Controller()
export class CredentialsController {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
  ) {}

  @MessagePattern(VerifyCredentials.pattern)
  async verify(@Payload() { realmId, email, apiKey }: VerifyCredentials): Promise<Stamped<Principal>> {
    const parameters = [realmId, this.vault.indexOf(apiKey)];
    const rows = await this.database.queryPrepared<AccountEntity & { sequence: number }>(FIND_KEY_HOLDER, parameters);
    const [holder] = rows;
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
