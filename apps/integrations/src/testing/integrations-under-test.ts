import {
  FindPersonByName,
  NotifyBotOwner,
  type Principal,
  type ReceivedWebhook,
  ReceiveWebhook,
  Role,
  SendMessageOnce,
  streamNameDoesNotExist,
} from '@chat/contracts';
import { ServiceUnderTest } from '@chat/testing';
import { IntegrationsModule } from '../integrations.module.js';
import { INTEGRATIONS } from '../integrations.options.js';

const REALM_ID = 1;

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

/** The integrations service between a gateway and a messaging service that are played. */
export class IntegrationsUnderTest extends ServiceUnderTest {
  readonly sent: SentMessage[] = [];
  readonly notices: string[] = [];
  readonly people = new Map<string, number>();
  private readonly sentKeys = new Map<string, number>();

  private constructor() {
    super(IntegrationsModule, INTEGRATIONS, REALM_ID);
  }

  static async start({ replicas = 1 } = {}): Promise<IntegrationsUnderTest> {
    const integrations = new IntegrationsUnderTest();
    await integrations.open();
    await integrations.play('messaging', {
      [SendMessageOnce.pattern]: (request: SendMessageOnce) => integrations.store(request),
      [NotifyBotOwner.pattern]: ({ problem }: NotifyBotOwner) => void integrations.notices.push(problem),
      [FindPersonByName.pattern]: ({ names }: FindPersonByName) => ({
        userId: names.map((name) => integrations.people.get(name)).find(Boolean) ?? null,
      }),
    });
    await integrations.startReplicas(replicas);
    return integrations;
  }

  post(
    integration: string,
    { caller = BOT, query = {}, headers = {}, body = {} }: Posted = {},
  ): Promise<ReceivedWebhook> {
    const { stream, topic, only_events: only, exclude_events: excluded } = query;
    const raw = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return this.request(ReceiveWebhook, {
      realmId: REALM_ID,
      caller,
      address: {
        integration,
        ...(stream !== undefined && { stream }),
        ...(topic !== undefined && { topic }),
        ...(only !== undefined && { onlyEvents: JSON.parse(only) }),
        ...(excluded !== undefined && { excludeEvents: JSON.parse(excluded) }),
      },
      query: valuesOf(query),
      headers: valuesOf(headers).map(({ name, value }) => ({ name: name.toLowerCase(), value })),
      url: `/api/v1/external/${integration}?${new URLSearchParams({ api_key: 'key', ...query })}`,
      body: raw.toString('base64'),
    });
  }

  /** The sent messages, which are forgotten. */
  take(): SentMessage[] {
    return this.sent.splice(0);
  }

  private store({ senderId, onceKey, clientName, message }: SendMessageOnce) {
    const { type, to, topic, content } = message;
    if (to === 'nowhere') throw streamNameDoesNotExist('nowhere');
    const key = `${senderId} ${onceKey}`;
    const first = this.sentKeys.get(key);
    if (first !== undefined) return { messageId: first, isDuplicate: true };
    this.sent.push({ senderId, clientName, type, to, ...(topic !== undefined && { topic }), content });
    this.sentKeys.set(key, this.sentKeys.size + 1);
    return { messageId: this.sentKeys.size, isDuplicate: false };
  }
}

const valuesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
