import {
  type Account,
  BotChanged,
  type BotConfiguration,
  type BotRecord,
  GetPrincipal,
  GetRealmBots,
  type Principal,
  Role,
  UserUpdated,
} from '@chat/contracts';
import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';
import { accountRecord, type FakeHandlers, ServiceUnderTest } from '@chat/testing';
import { IntegrationsModule } from '../integrations.module.js';
import { INTEGRATIONS } from '../integrations.options.js';

const NO_CONFIGURATION: BotConfiguration = {
  serviceName: null,
  baseUrl: null,
  interface: null,
  sealedToken: null,
  sealedSigningSecret: null,
  sealedConfigData: null,
};

/** The whole integrations service. The users service is played, with any bots; a test plays the others. */
export class TestIntegrations extends ServiceUnderTest {
  readonly bots = new Map<number, BotRecord>();
  /** Delays the reply with a user that acts. */
  delayPrincipal = async (_userId: number): Promise<void> => {};
  private readonly deactivated = new Set<number>();

  private constructor(environment: Readonly<Record<string, string>>) {
    super(IntegrationsModule, INTEGRATIONS, 1, environment);
  }

  static async start({
    environment = {},
    others = {},
    replicas = 1,
  }: {
    environment?: Record<string, string>;
    others?: Readonly<Partial<Record<'messaging' | 'realm-settings' | 'events', FakeHandlers>>>;
    replicas?: number;
  } = {}): Promise<TestIntegrations> {
    process.env['SECRET_KEY'] ??= Buffer.alloc(32, 1).toString('base64');
    const integrations = new TestIntegrations(environment);
    await integrations.open();
    await integrations.play('users', {
      [GetRealmBots.pattern]: () => ({
        sequence: integrations.sequenceOf('users'),
        state: [...integrations.bots.values()],
      }),
      [GetPrincipal.pattern]: async ({ userId }: GetPrincipal) => {
        const principal = integrations.deactivated.has(userId) ? null : testPrincipal(userId);
        await integrations.delayPrincipal(userId);
        return principal;
      },
    });
    for (const [service, handlers] of Object.entries(others)) {
      await integrations.play(service as keyof typeof others, handlers);
    }
    await integrations.startReplicas(replicas);
    return integrations;
  }

  /** Adds or changes a bot and publishes it, as the users service does. */
  async putBot(
    userId: number,
    fields: Partial<Account> = {},
    configuration: Partial<BotConfiguration> | null = {},
  ): Promise<BotRecord> {
    const before = this.bots.get(userId);
    const bot: BotRecord = {
      user: { ...(before?.user ?? testBot(userId)), ...fields },
      configuration: configuration && { ...(before?.configuration ?? NO_CONFIGURATION), ...configuration },
    };
    this.bots.set(userId, bot);
    const previous = before === undefined ? null : {};
    await this.publish(
      'users',
      BotChanged.of({ ...bot, userId, sealedApiKey: sealed('key'), previous, isKeyNew: false }),
    );
    return bot;
  }

  /** Deactivates or reactivates a user and publishes it, as the users service does. */
  async setActive(userId: number, isActive: boolean): Promise<void> {
    if (isActive) this.deactivated.delete(userId);
    else this.deactivated.add(userId);
    const user = { ...testBot(userId), isActive };
    await this.publish('users', UserUpdated.of({ userId, user, previous: { isActive: !isActive }, actorId: null }));
  }
}

export const testPrincipal = (userId: number, role: Role = Role.Member): Principal => ({
  realmId: 1,
  userId,
  role,
  isBot: false,
  email: `user${userId}@example.com`,
  fullName: `User ${userId}`,
  joinedAtSeconds: 0,
});

/** As the users service seals tokens and signing secrets. */
export const sealed = (text: string): string => new TextSeal(API_KEY_PURPOSE).seal(text).toString('base64');

const testBot = (userId: number): Account =>
  accountRecord(userId, { email: `bot${userId}@chat.example.com`, fullName: `Bot ${userId}`, isBot: true });
