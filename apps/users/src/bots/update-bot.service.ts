import { mayAssignRole } from '@chat/auth';
import {
  avatarUrl,
  type BotUpdate,
  badRequest,
  INCOMING_WEBHOOK_BOT,
  isAdministrator,
  OUTGOING_WEBHOOK_BOT,
  organizationAdministratorRequired,
  organizationOwnerRequired,
  type Principal,
  shownDefaults,
  type UpdateBot,
  type UpdatedBot,
} from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import type { RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { AccountEntity, type AccountRow, botDefaultsOf, toAccount } from '../accounts/account.entity.js';
import { findAccount } from '../accounts/find-account.js';
import { checkFullName } from '../accounts/names.js';
import { BotConfigurationEntity } from '../bot-records/bot-configuration.entity.js';
import { recordBotChange } from '../bot-records/record-bots.js';
import { Realms } from '../realm/realms.js';
import { requireWebAddress } from './bot-addresses.js';
import { BotConfigurations, type NewConfiguration, requireInterface } from './bot-configurations.js';
import { findManagedBot, lockManagedBot, requireFreeName } from './bot-rights.js';
import { BotStreams, viewersOf, withNewDefaults } from './bot-streams.js';
import { lockBotStreams, upsertConfiguration } from './bots.repository.js';

/** Key of the secret that a sender signs with. No response has its value. */
const WEBHOOK_SECRET = 'webhook_secret';

@Injectable()
export class UpdateBotService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly configurations: BotConfigurations,
    private readonly streams: BotStreams,
  ) {}

  async requireManager(actor: Principal, botId: number): Promise<void> {
    await findManagedBot(this.database, actor, botId);
  }

  async update({ actor, change, avatarToken }: UpdateBot, context: RequestContext): Promise<UpdatedBot> {
    const { botDomain } = await this.realms.get(actor.realmId);
    const bot = await findManagedBot(this.database, actor, change.botId);
    const fullName = change.fullName === undefined ? undefined : checkFullName(change.fullName);
    requireRoleChange(actor, bot, change);
    const found = await this.streams.find(actor, viewersOf(withOwner(bot, change)), change, context);
    requireService(bot, change);
    await this.checkConfiguration(bot, change, context);
    // A new owner may not see the streams of the former one, and a found stream may have another name by now.
    const hasNewStreams = change.botOwnerId !== undefined || Boolean(found.sendingStream ?? found.eventsRegisterStream);
    return this.database.transaction(async (tx) => {
      if (hasNewStreams) await lockBotStreams(tx, actor.realmId, 'shared');
      const before = await lockManagedBot(tx, actor, bot.userId);
      requireRoleChange(actor, before, change);
      await requireOwner(tx, actor.realmId, change.botOwnerId);
      if (fullName !== undefined) await requireFreeName(tx, actor.realmId, fullName, bot.userId);
      const defaults = withNewDefaults(botDefaultsOf(before), found);
      const viewers = viewersOf(withOwner(before, change));
      const changes = {
        fullName,
        role: change.role,
        botOwnerId: change.botOwnerId,
        botDefaults: hasNewStreams
          ? await this.streams.visible(actor.realmId, viewers, defaults, context.requestId)
          : defaults,
        ...(avatarToken !== undefined && {
          avatarSource: 'U' as const,
          avatarToken,
          avatarVersion: before.avatarVersion + 1,
        }),
      };
      const after = await changeAccount(tx, before, changes, { actorId: actor.userId, botDomain });
      await this.changeConfiguration(tx, after, change);
      return this.response(tx, actor, after, change);
    });
  }

  private async checkConfiguration(bot: AccountRow, { configData }: BotUpdate, context: RequestContext) {
    if (configData === undefined) return;
    const before = await this.database.getRepository(BotConfigurationEntity).findOneBy({ botId: bot.userId });
    const integration = bot.botType === INCOMING_WEBHOOK_BOT ? (before?.serviceName ?? null) : null;
    await this.configurations.check(integration, this.configurations.merge(before, configData), context);
  }

  private async changeConfiguration(tx: Transaction, bot: AccountRow, change: BotUpdate): Promise<void> {
    const { configData, servicePayloadUrl, serviceInterface } = change;
    if (configData === undefined && servicePayloadUrl === undefined) return;
    const before = await tx.getRepository(BotConfigurationEntity).findOneBy({ botId: bot.userId });
    const changes: Partial<NewConfiguration> = {
      ...(configData && {
        encryptedConfigData: this.configurations.sealData(this.configurations.merge(before, configData)),
      }),
      ...(servicePayloadUrl !== undefined && {
        baseUrl: servicePayloadUrl,
        interface: requireInterface(serviceInterface),
      }),
    };
    await upsertConfiguration(tx, bot.userId, changes);
    const isServiceNew =
      servicePayloadUrl !== undefined &&
      (before?.baseUrl !== changes.baseUrl || before?.interface !== changes.interface);
    await recordBotChange(tx, bot, {}, { isConfigurationNew: configData !== undefined, isServiceNew });
  }

  private async response(tx: Transaction, actor: Principal, bot: AccountRow, change: BotUpdate): Promise<UpdatedBot> {
    const user = toAccount(bot);
    const owner = bot.botOwnerId === null ? undefined : await findAccount(tx, actor.realmId, bot.botOwnerId);
    return {
      fullName: bot.fullName,
      avatarUrl: avatarUrl(actor, user),
      serviceInterface: change.serviceInterface,
      servicePayloadUrl: change.servicePayloadUrl ?? null,
      configData: change.configData === undefined ? null : withoutSecret(change.configData),
      ...shownDefaults(user),
      ...(owner && { botOwner: owner.email }),
    };
  }
}

/** Administrators change roles; only owners give or take the role of an owner. */
function requireRoleChange(actor: Principal, bot: AccountRow, { role }: BotUpdate): void {
  if (role === undefined || role === bot.role) return;
  if (!isAdministrator(actor.role)) throw organizationAdministratorRequired();
  if (!mayAssignRole(actor, role) || !mayAssignRole(actor, bot.role)) throw organizationOwnerRequired();
}

/** Throws unless the new owner is an active person. Prevents its deactivation until the commit. */
async function requireOwner(tx: Transaction, realmId: number, ownerId: number | undefined): Promise<void> {
  if (ownerId === undefined) return;
  const where = { realmId, userId: ownerId, isSystemBot: false };
  const owner = await tx.getRepository(AccountEntity).findOne({ where, lock: { mode: 'pessimistic_read' } });
  if (owner === null) throw badRequest('Failed to change owner, no such user');
  if (!owner.isActive) throw badRequest('Failed to change owner, user is deactivated');
  if (owner.isBot) throw badRequest("Failed to change owner, bots can't own other bots");
}

function requireService({ botType }: AccountRow, { servicePayloadUrl, serviceInterface }: BotUpdate): void {
  if (servicePayloadUrl === undefined) return;
  requireInterface(serviceInterface);
  requireWebAddress(servicePayloadUrl, 'service_payload_url');
  if (botType !== OUTGOING_WEBHOOK_BOT) throw badRequest('Only outgoing webhook bots have a payload URL');
}

const withOwner = (bot: AccountRow, { botOwnerId }: BotUpdate) => ({
  ...bot,
  botOwnerId: botOwnerId ?? bot.botOwnerId,
});

const withoutSecret = (configData: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(configData).filter(([key]) => key !== WEBHOOK_SECRET));
