import { isUtf8 } from 'node:buffer';
import {
  FindPersonByName,
  GetRealm,
  NotifyBotOwner,
  type Principal,
  type ReceivedWebhook,
  ReceiveWebhook,
  Role,
  SendMessageOnce,
  streamNameDoesNotExist,
} from '@chat/contracts';
import { BOT_CONFIGURATION_PURPOSE, TextSeal } from '@chat/service-kit';
import { realmRecord } from '@chat/testing';
import { TestIntegrations } from './test-integrations.js';

const REALM_ID = 1;
export const REALM_URL = 'https://chat.example.com';

export interface SentMessage {
  readonly senderId: number;
  readonly clientName: string;
  readonly type: 'stream' | 'direct';
  readonly to: unknown;
  readonly topic?: string;
  readonly content: string;
}

export interface Posted {
  readonly caller?: Principal;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, or the bytes or the text of the body. */
  readonly body?: unknown;
}

export const BOT: Principal = principal({ userId: 7, isBot: true, botOwnerId: 3 });
export const PERSON: Principal = principal({ userId: 9, isBot: false });

function principal(fields: Pick<Principal, 'userId' | 'isBot'> & Partial<Principal>): Principal {
  const email = `user${fields.userId}@example.com`;
  return {
    realmId: REALM_ID,
    role: Role.Member,
    email,
    fullName: `User ${fields.userId}`,
    joinedAtSeconds: 0,
    ...fields,
  };
}

/** Incoming webhooks of the integrations service, between a gateway and a messaging service that are played. */
export class WebhooksUnderTest {
  readonly sent: SentMessage[] = [];
  readonly notices: string[] = [];
  readonly people = new Map<string, number>();
  service!: TestIntegrations;
  private readonly sentKeys = new Map<string, number>();

  static async start({ replicas = 1 } = {}): Promise<WebhooksUnderTest> {
    const webhooks = new WebhooksUnderTest();
    const messaging = {
      [SendMessageOnce.pattern]: (request: SendMessageOnce) => webhooks.store(request),
      [NotifyBotOwner.pattern]: ({ problem }: NotifyBotOwner) => void webhooks.notices.push(problem),
      [FindPersonByName.pattern]: ({ names }: FindPersonByName) => ({
        userId: names.map((name) => webhooks.people.get(name)).find(Boolean) ?? null,
      }),
    };
    const realmSettings = {
      [GetRealm.pattern]: () => ({
        sequence: 0,
        state: realmRecord({ realmId: REALM_ID, url: REALM_URL, botDomain: 'chat.example.com' }),
      }),
    };
    const others = { messaging, 'realm-settings': realmSettings };
    webhooks.service = await TestIntegrations.start({ others, replicas });
    return webhooks;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Gives the bot of these tests, or another one, this `config_data`. */
  async configure(configData: Readonly<Record<string, string>>, botId = BOT.userId): Promise<void> {
    const sealed = new TextSeal(BOT_CONFIGURATION_PURPOSE).seal(JSON.stringify(configData));
    await this.service.putBot(botId, {}, { sealedConfigData: sealed.toString('base64') });
  }

  async post(
    integration: string,
    { caller = BOT, query = {}, headers = {}, body = {} }: Posted = {},
  ): Promise<ReceivedWebhook> {
    const { stream, topic, only_events: only, exclude_events: excluded } = query;
    const raw = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const bodyEncoding = isUtf8(raw) ? 'utf8' : 'base64';
    return this.service.request(ReceiveWebhook, {
      realmId: REALM_ID,
      caller,
      address: {
        integration,
        ...(stream !== undefined && { stream }),
        ...(topic !== undefined && { topic }),
        ...(only !== undefined && { onlyEvents: JSON.parse(only) }),
        ...(excluded !== undefined && { excludeEvents: JSON.parse(excluded) }),
      },
      query,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      url: `/api/v1/external/${integration}?${new URLSearchParams({ api_key: 'key', ...query })}`,
      body: raw.toString(bodyEncoding),
      bodyEncoding,
    });
  }

  /** Code, status and fields of the error; undefined if there is none. */
  error(integration: string, posted: Posted) {
    return this.post(integration, posted).then(
      () => undefined,
      ({ code, status, fields }) => ({ code, status, fields }),
    );
  }

  /** The sent messages, which are forgotten. */
  take(): SentMessage[] {
    return this.sent.splice(0);
  }

  private store({ senderId, onceKey, clientName, message, further = [] }: SendMessageOnce) {
    const messages = [message, ...further];
    if (messages.some(({ to }) => to === 'nowhere')) throw streamNameDoesNotExist('nowhere');
    const key = `${senderId} ${onceKey}`;
    const first = this.sentKeys.get(key);
    if (first !== undefined) return { messageId: first, isDuplicate: true };
    if (senderId === null) throw new Error('The notification bot is not played.');
    for (const { type, to, topic, content } of messages) {
      this.sent.push({ senderId, clientName, type, to, ...(topic !== undefined && { topic }), content });
    }
    this.sentKeys.set(key, this.sentKeys.size + 1);
    return { messageId: this.sentKeys.size, isDuplicate: false };
  }
}
