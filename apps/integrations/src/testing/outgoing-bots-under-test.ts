import { CallBots, GetMessageForBot, type MessageForBot, OUTGOING_WEBHOOK_BOT, SendMessageOnce } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { BotRequestsRepository } from '../outgoing-webhooks/bot-requests.repository.js';
import { BotRequestsService } from '../outgoing-webhooks/bot-requests.service.js';
import { type Behaviour, type BotServer, startBotServer } from './bot-server.js';
import { sealed, TestIntegrations } from './test-integrations.js';

export const BOT_OWNER = 3;
export const SENDER = 4;
export const MESSAGE_LINK = 'https://chat.example.com/#narrow/stream/7-design/topic/chat/near/1';
export const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

/** Starts two replicas for a test file, with a played messaging service. Bots are servers on loopback. */
export function outgoingBotsUnderTest(): OutgoingBotsUnderTest {
  const bots = new OutgoingBotsUnderTest();
  beforeAll(() => bots.start());
  beforeEach(() => bots.beginTest());
  afterEach(() => bots.endTest());
  afterAll(() => bots.integrations?.stop());
  return bots;
}

class OutgoingBotsUnderTest {
  integrations!: TestIntegrations;
  /** Throws if messaging refuses a message, or is away. */
  sending: (request: SendMessageOnce) => void = () => undefined;
  /** Throws if messaging does not show the message that calls a bot. */
  showing: () => void = () => undefined;
  isDirect = false;
  /** Whether messages that call bots are deleted before the request. */
  isDeleted = false;
  /** Messages that were sent, by key. */
  private readonly sent = new Map<string, SendMessageOnce>();
  private servers: BotServer[] = [];
  private lastId = 100;

  async start(): Promise<void> {
    this.integrations = await TestIntegrations.start({
      environment: { EGRESS_ALLOW: '127.0.0.1', OUTGOING_WEBHOOK_TIMEOUT_SECONDS: '1' },
      replicas: 2,
      others: {
        messaging: {
          [GetMessageForBot.pattern]: (request: GetMessageForBot) => this.show(request),
          [SendMessageOnce.pattern]: (request: SendMessageOnce) => this.send(request),
        },
      },
    });
  }

  beginTest(): void {
    this.sent.clear();
    this.sending = () => undefined;
    this.showing = () => undefined;
    this.isDirect = false;
    this.isDeleted = false;
  }

  endTest(): void {
    jest.restoreAllMocks();
    for (const server of this.servers.splice(0)) server.close();
  }

  /** Adds a bot, with a server of its own or at an address. */
  async add(behaviour: Behaviour | { readonly url: string }, format: 1 | 2 = 1) {
    const botId = ++this.lastId;
    const server = typeof behaviour === 'function' ? await startBotServer(behaviour) : undefined;
    if (server) this.servers.push(server);
    const { url } = server ?? (behaviour as { readonly url: string });
    await this.integrations.putBot(
      botId,
      { botType: OUTGOING_WEBHOOK_BOT, botOwnerId: BOT_OWNER, fullName: 'Echo' },
      {
        baseUrl: url,
        interface: format,
        sealedToken: sealed('the token'),
        sealedSigningSecret: sealed(SIGNING_SECRET),
      },
    );
    return { botId, requests: server?.requests ?? [], server };
  }

  async call(botId: number, messageId = ++this.lastId): Promise<number> {
    const trigger = this.isDirect ? 'private_message' : 'mention';
    const payload = { messageId, senderId: SENDER, trigger, botIds: [botId] } as const;
    await this.integrations.request(CallBots, { realmId: this.integrations.realmId, ...payload });
    return messageId;
  }

  messagesOf(botId: number): SendMessageOnce[] {
    return [...this.sent.values()].filter(({ senderId }) => senderId === botId);
  }

  contents(botId: number): string[] {
    return this.messagesOf(botId).map(({ message }) => message.content);
  }

  /** Waits until no request, or only `count` of them, is unfinished. */
  untilFinished(count = 0) {
    const unfinished = async () => {
      const { rows } = await this.query('SELECT count(*)::int AS n FROM bot_requests WHERE finished_at IS NULL');
      return rows[0].n as number;
    };
    return eventually(async () => (await unfinished()) === count, { withinMs: 20_000 });
  }

  /** Waits until an unfinished request is postponed so many times for this reason. */
  untilPostponed(times: number, reason: 'failures' | 'interruptions' = 'failures') {
    return eventually(async () => {
      const { rows } = await this.query('SELECT failures, interruptions FROM bot_requests WHERE finished_at IS NULL');
      return rows[0]?.[reason] >= times;
    });
  }

  /** The pauses before further tries that the replicas store from now on. */
  pausesMs(): readonly number[] {
    const pauses: number[] = [];
    for (const { app } of this.integrations.replicas) {
      const repository = app.get(BotRequestsRepository, { strict: false });
      const postpone = repository.postpone.bind(repository);
      jest.spyOn(repository, 'postpone').mockImplementation(async (id, pauseMs, reason) => {
        if (reason === 'failures') pauses.push(pauseMs);
        await postpone(id, pauseMs, reason);
      });
    }
    return pauses;
  }

  /** Lets waiting tries and leases be due. */
  async hurry(): Promise<void> {
    await this.query('UPDATE bot_requests SET due_at = now() WHERE finished_at IS NULL');
    await this.integrations.replicas[1]?.app.get(BotRequestsService, { strict: false }).sweep();
  }

  query(sql: string, parameters: unknown[] = []) {
    return this.integrations.connections.query(sql, parameters);
  }

  private send(request: SendMessageOnce) {
    this.sending(request);
    const key = `${request.senderId}/${request.onceKey}`;
    const isDuplicate = this.sent.has(key);
    if (!isDuplicate) this.sent.set(key, request);
    return { messageId: 1, isDuplicate };
  }

  private show(request: GetMessageForBot): MessageForBot | null {
    this.showing();
    return this.isDeleted ? null : this.shown(request);
  }

  private shown({ messageId }: GetMessageForBot): MessageForBot {
    const people = [SENDER, 9].map((id) => ({ id, email: '', full_name: '', is_mirror_dummy: false }));
    return {
      message: {
        id: messageId,
        type: this.isDirect ? 'private' : 'stream',
        ...(!this.isDirect && { stream_id: 7 }),
        display_recipient: this.isDirect ? people : 'design',
        subject: this.isDirect ? '' : 'chat',
        sender_id: SENDER,
        sender_full_name: 'Ana',
        timestamp: 1_700_000_000,
        content: 'hello @**Echo**',
        rendered_content: '<p>hello</p>',
      } as unknown as MessageForBot['message'],
      link: MESSAGE_LINK,
      realmUrl: 'https://chat.example.com',
    };
  }
}
