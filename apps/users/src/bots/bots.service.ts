import {
  avatarUrl,
  type BotFile,
  badRequest,
  type CreateBot,
  type CreatedAccount,
  type CreatedBot,
  EMBEDDED_BOT,
  GENERIC_BOT,
  INCOMING_WEBHOOK_BOT,
  type NewBot,
  OUTGOING_WEBHOOK_BOT,
  type OwnBots,
  type Principal,
  Role,
  shownDefaults,
} from '@chat/contracts';
import { Database, sqlState, UNIQUE_VIOLATION } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { AccountMaker } from '../account-changes/account-maker.js';
import { changeAccount, deactivateDependents } from '../account-changes/change-account.js';
import { botDefaultsOf, toAccount } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccountByEmail, requirePeople } from '../accounts/find-account.js';
import { checkFullName } from '../accounts/names.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { BotConfigurationEntity } from '../bot-records/bot-configuration.entity.js';
import { readBots } from '../bot-records/read-bots.js';
import { Realms } from '../realm/realms.js';
import { BotConfigurations, requireInterface, requirePayloadUrl, withoutEmpty } from './bot-configurations.js';
import { findManagedBot, lockManagedBot, requireBotCreation, requireFreeName } from './bot-rights.js';
import { BotStreams, withNewDefaults } from './bot-streams.js';
import { lockBotStreams } from './bots.repository.js';

const CREATED_TYPES: readonly number[] = [GENERIC_BOT, INCOMING_WEBHOOK_BOT, OUTGOING_WEBHOOK_BOT];

@Injectable()
export class BotsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly maker: AccountMaker,
    private readonly vault: ApiKeyVault,
    private readonly apiKeys: ApiKeysService,
    private readonly configurations: BotConfigurations,
    private readonly streams: BotStreams,
  ) {}

  async list(actor: Principal): Promise<OwnBots> {
    const bots = await readBots(this.database, actor.realmId, actor.userId);
    const active = bots.filter(({ user }) => user.isActive);
    return {
      bots: active.map(({ user, sealedApiKey }) => ({
        username: user.email,
        fullName: user.fullName,
        apiKey: this.vault.openOrEmpty(Buffer.from(sealedApiKey, 'base64')),
        avatarUrl: avatarUrl(actor, user),
        ...shownDefaults(user),
      })),
    };
  }

  /** Whether the actor may create a bot of any type. */
  async requireCreation(actor: Principal): Promise<void> {
    requireBotCreation(actor, await this.realms.get(actor.realmId), INCOMING_WEBHOOK_BOT);
  }

  async create({ actor, bot, avatarToken }: CreateBot, context: RequestContext): Promise<CreatedBot> {
    const realm = await this.realms.get(actor.realmId);
    const fullName = checkFullName(bot.fullName);
    const email = addressOf(bot, realm.botDomain);
    if (await findAccountByEmail(this.database, actor.realmId, email)) throw usernameInUse();
    requireBotCreation(actor, realm, bot.botType);
    requireKnownType(bot.botType, bot.interfaceType);
    requirePayloadUrl(bot.payloadUrl);
    const found = await this.streams.find(actor, [actor.userId], bot, context);
    const configuration = this.configurations.create(bot);
    const integration = bot.botType === INCOMING_WEBHOOK_BOT ? (configuration?.serviceName ?? null) : null;
    await this.configurations.check(integration, withoutEmpty(bot.configData), context);
    const botDefaults = withNewDefaults(botDefaultsOf({ botDefaults: null }), found);
    try {
      return await this.database.transaction(async (tx) => {
        await lockBotStreams(tx, actor.realmId, 'shared');
        const visible = await this.streams.visible(actor.realmId, [actor.userId], botDefaults, context.requestId);
        const plan = {
          ...{ email, fullName, role: Role.Member, passwordHash: null },
          bot: {
            ...{ type: bot.botType, ownerId: actor.userId, configuration },
            account: {
              botDefaults: visible,
              ...(avatarToken !== undefined && { avatarSource: 'U' as const, avatarToken }),
            },
          },
        };
        await requirePeople(tx, actor.realmId, [actor.userId]);
        await requireFreeName(tx, actor.realmId, fullName);
        const [{ userId, apiKey }] = (await this.maker.makeIn(tx, realm, [plan])) as [CreatedAccount];
        const user = toAccount(await findManagedBot(tx, actor, userId));
        return { userId, apiKey, avatarUrl: avatarUrl(actor, user), ...shownDefaults(user) };
      });
    } catch (error) {
      throw sqlState(error) === UNIQUE_VIOLATION ? usernameInUse() : error;
    }
  }

  async deactivate(actor: Principal, botId: number): Promise<void> {
    const { botDomain } = await this.realms.get(actor.realmId);
    const by = { actorId: actor.userId, botDomain };
    await this.database.transaction(async (tx) => {
      const bot = await lockManagedBot(tx, actor, botId);
      if (!bot.isActive) return;
      await changeAccount(tx, bot, { isActive: false }, by);
      await deactivateDependents(tx, bot, by);
    });
  }

  async regenerateKey(actor: Principal, botId: number): Promise<{ apiKey: string }> {
    return this.database.transaction(async (tx) => ({
      apiKey: await this.apiKeys.replace(tx, await lockManagedBot(tx, actor, botId)),
    }));
  }

  async file(actor: Principal, botId: number): Promise<BotFile> {
    const { url: site } = await this.realms.get(actor.realmId);
    const { email, userId } = await findManagedBot(this.database, actor, botId);
    const configuration = await this.database.getRepository(BotConfigurationEntity).findOneBy({ botId: userId });
    const token = configuration && this.configurations.openToken(configuration);
    return { email, key: await this.apiKeys.read(userId), site, token };
  }
}

const usernameInUse = () => badRequest('Username already in use');

function addressOf({ shortName }: NewBot, botDomain: string): string {
  const email = `${shortName.trim()}-bot@${botDomain}`;
  if (shortName.trim() === '' || !isEmailAddress(email)) throw badRequest('Bad name or username');
  return email;
}

function requireKnownType(botType: number, interfaceType: number): void {
  if (botType === EMBEDDED_BOT) throw badRequest('Embedded bots are not enabled.');
  if (!CREATED_TYPES.includes(botType)) throw badRequest('Invalid bot type');
  requireInterface(interfaceType);
}
