import {
  BotsTriggered,
  badRequest,
  CallBots,
  GetMessageForBot,
  type MessageForBot,
  OUTGOING_WEBHOOK_BOT,
  SendMessageOnce,
  serviceUnavailable,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { answering, type Behaviour, startBotServer } from '../testing/bot-server.js';
import { sealed, TestIntegrations } from '../testing/test-integrations.js';
import { BotRequestsService } from './bot-requests.service.js';

const OWNER = 3;
const SENDER = 4;
const LINK = 'https://chat.example.com/#narrow/stream/7-design/topic/chat/near/1';
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

let integrations: TestIntegrations;
/** Messages that were sent, by key. */
const sent = new Map<string, SendMessageOnce>();
/** Sends that messaging refuses, or that fail because it is away. */
let sending: (request: SendMessageOnce) => void = () => undefined;
let isDirect = false;
let isDeleted = false;
let lastId = 100;
const servers: { close(): void }[] = [];

beforeAll(async () => {
  integrations = await TestIntegrations.start({
    environment: { EGRESS_ALLOW: '127.0.0.1', OUTGOING_WEBHOOK_TIMEOUT_SECONDS: '1' },
    replicas: 2,
    others: {
      messaging: {
        [GetMessageForBot.pattern]: (request: GetMessageForBot) => (isDeleted ? null : shown(request)),
        [SendMessageOnce.pattern]: (request: SendMessageOnce) => {
          sending(request);
          const key = `${request.senderId}/${request.onceKey}`;
          const isDuplicate = sent.has(key);
          if (!isDuplicate) sent.set(key, request);
          return { messageId: 1, isDuplicate };
        },
      },
    },
  });
});
beforeEach(() => {
  sent.clear();
  sending = () => undefined;
  isDirect = false;
  isDeleted = false;
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => integrations.stop());

const shown = ({ messageId }: GetMessageForBot): MessageForBot => ({
  message: {
    id: messageId,
    type: isDirect ? 'private' : 'stream',
    ...(!isDirect && { stream_id: 7 }),
    display_recipient: isDirect
      ? [SENDER, 9].map((id) => ({ id, email: '', full_name: '', is_mirror_dummy: false }))
      : 'design',
    subject: isDirect ? '' : 'chat',
    sender_id: SENDER,
    sender_full_name: 'Ana',
    timestamp: 1_700_000_000,
    content: 'hello @**Echo**',
    rendered_content: '<p>hello</p>',
  } as unknown as MessageForBot['message'],
  link: LINK,
  realmUrl: 'https://chat.example.com',
});

async function bot(behaviour: Behaviour | { readonly url: string }, format: 1 | 2 = 1) {
  const botId = ++lastId;
  const server = 'url' in behaviour ? undefined : await startBotServer(behaviour);
  if (server) servers.push(server);
  await integrations.putBot(
    botId,
    { botType: OUTGOING_WEBHOOK_BOT, botOwnerId: OWNER, fullName: 'Echo' },
    {
      baseUrl: server?.url ?? (behaviour as { readonly url: string }).url,
      interface: format,
      sealedToken: sealed('the token'),
      sealedSigningSecret: sealed(SECRET),
    },
  );
  return { botId, requests: server?.requests ?? [], server };
}

/** A message calls the bot. */
async function call(botId: number, messageId = ++lastId): Promise<number> {
  const trigger = isDirect ? 'private_message' : 'mention';
  const payload = { messageId, senderId: SENDER, trigger, botIds: [botId] } as const;
  await integrations.request(CallBots, { realmId: integrations.realmId, ...payload });
  return messageId;
}
const messagesOf = (botId: number) => [...sent.values()].filter(({ senderId }) => senderId === botId);
const contents = (botId: number) => messagesOf(botId).map(({ message }) => message.content);
const untilFinished = (count = 0) =>
  eventually(
    async () => {
      const { rows } = await integrations.connections.query(
        'SELECT count(*)::int AS n FROM bot_requests WHERE finished_at IS NULL',
      );
      return rows[0].n === count;
    },
    { withinMs: 20_000 },
  );
/** Lets waiting tries and leases be due. */
async function hurry(): Promise<void> {
  await integrations.connections.query('UPDATE bot_requests SET due_at = now() WHERE finished_at IS NULL');
  await integrations.replicas[1]?.app.get(BotRequestsService, { strict: false }).sweep();
}

describe('a request to a bot', () => {
  it('has the message, the token and a signature, and its answer is the reply in the topic', async () => {
    const echo = await bot(answering({ content: 'hi' }));

    const messageId = await call(echo.botId);
    await untilFinished();

    expect(echo.requests).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = echo.requests;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Chat' });
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual({
      data: 'hello @**Echo**',
      trigger: 'mention',
      token: 'the token',
      bot_email: `bot${echo.botId}@chat.example.com`,
      bot_full_name: 'Echo',
      message: expect.objectContaining({ id: messageId, content: 'hello @**Echo**', rendered_content: '<p>hello</p>' }),
    });
    expect(messagesOf(echo.botId)).toEqual([
      {
        realmId: integrations.realmId,
        senderId: echo.botId,
        onceKey: `bot-reply:${messageId}`,
        message: { type: 'stream', to: 7, topic: 'chat', content: 'hi' },
        clientName: 'OutgoingWebhookResponse',
        mayWriteToEveryStream: true,
      },
    ]);
  });

  it('because of a direct message is answered to its people', async () => {
    isDirect = true;
    const echo = await bot(answering({ response_string: 'hi' }));

    await call(echo.botId);
    await untilFinished();

    expect(JSON.parse(echo.requests[0]?.body ?? '')).toMatchObject({ trigger: 'private_message' });
    expect(messagesOf(echo.botId)).toMatchObject([{ message: { type: 'direct', to: [SENDER, 9], content: 'hi' } }]);
  });

  it('has the form of Slack for interface 2', async () => {
    const slack = await bot(answering({ text: 'hi' }), 2);

    await call(slack.botId);
    await untilFinished();

    expect(slack.requests[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(Object.fromEntries(new URLSearchParams(slack.requests[0]?.body))).toEqual({
      token: 'the token',
      team_id: `T${integrations.realmId}`,
      team_domain: 'chat.example.com',
      channel_id: 'C7',
      channel_name: 'design',
      thread_ts: '1700000000',
      timestamp: '1700000000',
      user_id: `U${SENDER}`,
      user_name: 'Ana',
      text: 'hello @**Echo**',
      trigger_word: 'mention',
      service_id: String(slack.botId),
    });
    expect(contents(slack.botId)).toEqual(['hi']);
  });

  it('is not sent because of a direct message in the form of Slack; the bot says so', async () => {
    isDirect = true;
    const slack = await bot(answering({ text: 'hi' }), 2);

    await call(slack.botId);
    await untilFinished();

    expect(slack.requests).toEqual([]);
    expect(contents(slack.botId)[0]).toContain('bots with the format of Slack get no direct messages');
  });

  it('is sent once for a message, however often the message calls the bot', async () => {
    const echo = await bot(answering({ content: 'hi' }));

    const messageId = await call(echo.botId);
    await Promise.all([call(echo.botId, messageId), call(echo.botId, messageId)]);
    const event = { messageId, senderId: SENDER, trigger: 'mention', botIds: [echo.botId] } as const;
    await integrations.publish('messaging', BotsTriggered.of(event));
    await integrations.publish('messaging', BotsTriggered.of({ ...event, messageId: messageId + 1_000_000 }));

    await eventually(() => contents(echo.botId).length === 2);
    expect(echo.requests).toHaveLength(2);
  });

  it('is dropped if the message is deleted, or the bot is deactivated', async () => {
    const echo = await bot(answering({ content: 'hi' }));
    await integrations.putBot(echo.botId, { isActive: false });
    await call(echo.botId);
    await integrations.putBot(echo.botId, { isActive: true });
    isDeleted = true;
    await call(echo.botId);
    await untilFinished();

    expect([echo.requests, contents(echo.botId)]).toEqual([[], []]);
  });
});

describe('a bot that changes while it answers', () => {
  /** Answers after the change, which no replica may have heard of yet. */
  const changing = (change: (botId: number) => Promise<unknown>, status = 200) => {
    const behaviour: Behaviour = (response) =>
      void change(lastBot).then(() => response.writeHead(status).end(JSON.stringify({ content: 'hi' })));
    let lastBot = 0;
    return async () => {
      const echo = await bot(behaviour);
      lastBot = echo.botId;
      await call(echo.botId);
      await untilFinished();
      return echo;
    };
  };

  it('informs its new owner of a failure', async () => {
    const run = changing((botId) => integrations.putBot(botId, { botOwnerId: 77 }), 500);
    for (let n = 0; n < 5; n++) {
      const { botId } = await run();
      expect(messagesOf(botId).at(-1)?.message).toMatchObject({ type: 'direct', to: [77] });
    }
  });

  it('sends nothing after its deactivation', async () => {
    const run = changing((botId) => integrations.putBot(botId, { isActive: false }));
    for (let n = 0; n < 5; n++) {
      const { botId, requests } = await run();
      expect([requests.length, messagesOf(botId)]).toEqual([1, []]);
    }
  });
});

describe('a bot that fails', () => {
  it.each([
    ['a status of failure', answering({ fault: 'x' }, 500), 'responded with status 500', true],
    ['status 410', answering({}, 410), 'responded with status 410', true],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      'status 302, a redirect',
      false,
    ],
    ['no JSON', (response) => void response.end('<html>'), 'not a JSON object', true],
    ['a list', answering([]), 'not a JSON object', true],
    ['an endless body', endless, 'longer than 1 MiB', false],
    ['no HTTP', (response) => void response.socket?.end('SSH-2.0\r\n\r\n'), 'not valid HTTP', false],
  ] satisfies [string, Behaviour, string, boolean][])(
    'with %s is asked once, says so, and its owner is informed',
    async (_case, behaviour, phrase, hasAnswer) => {
      const echo = await bot(behaviour);

      const messageId = await call(echo.botId);
      await untilFinished();

      expect(echo.requests).toHaveLength(1);
      const [apology, notice] = messagesOf(echo.botId);
      expect(apology).toMatchObject({
        onceKey: `bot-failure:${messageId}`,
        message: { type: 'stream', to: 7, topic: 'chat', content: expect.stringContaining(phrase) },
      });
      expect(notice?.message).toMatchObject({ type: 'direct', to: [OWNER] });
      expect(notice?.message.content).toContain(`[A message](${LINK}) called your bot **Echo**`);
      expect(notice?.message.content).toContain(phrase);
      expect(notice?.message.content.includes('~~~')).toBe(hasAnswer);
      expect(messagesOf(echo.botId)).toHaveLength(2);
    },
  );

  it.each([
    ['hangs', () => undefined, 'did not respond in time'],
    ['answers slowly', (response) => void response.write('{"content":'), 'did not respond in time'],
    ['cuts the connection', (response) => void response.destroy(), 'the connection to its server failed'],
  ] satisfies [string, Behaviour, string][])(
    'because it %s is asked three more times, under one id',
    async (_case, behaviour, phrase) => {
      const echo = await bot(behaviour);

      await call(echo.botId);
      for (let tries = 1; tries < 4; tries++) {
        await eventually(() => echo.requests.length === tries);
        await untilPostponed(tries);
        await hurry();
      }
      await untilFinished();

      expect(echo.requests).toHaveLength(4);
      expect(new Set(echo.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(contents(echo.botId)).toEqual([expect.stringContaining(phrase), expect.stringContaining(phrase)]);
    },
    60_000,
  );

  it('at first, and answers then, has its one reply', async () => {
    const echo = await bot((response) => void response.destroy());

    await call(echo.botId);
    await untilPostponed(1);
    if (echo.server) echo.server.behaviour = answering({ content: 'hi' });
    await hurry();
    await untilFinished();

    expect(contents(echo.botId)).toEqual(['hi']);
  });

  it.each(['http://10.0.0.1/', 'https://127.0.0.2/', 'http://localhost/', 'ftp://a.example/', ''])(
    'because its address %s is not allowed is not asked',
    async (url) => {
      const echo = await bot({ url });

      await call(echo.botId);
      await untilFinished();

      expect(contents(echo.botId)[0]).toContain('does not lead to a server that may be contacted');
    },
  );

  it('does not delay another bot', async () => {
    const slow = await bot(() => undefined);
    const echo = await bot(answering({ content: 'hi' }));
    for (let n = 0; n < 50; n++) await call(slow.botId);

    await call(echo.botId);
    await eventually(() => contents(echo.botId).length === 1);

    expect(contents(slow.botId)).toEqual([]);
    await integrations.connections.query('DELETE FROM bot_requests WHERE bot_id = $1', [slow.botId]);
    await untilFinished();
  });
});

describe('a bot with very many waiting messages', () => {
  it('says so, and is not asked', async () => {
    const echo = await bot(answering({ content: 'hi' }));
    await integrations.connections.query(
      `INSERT INTO bot_requests (realm_id, message_id, sender_id, bot_id, trigger, due_at)
       SELECT $1, 1000000 + n, $2, $3, 'mention', now() + interval '1 hour' FROM generate_series(1, 1000) AS n`,
      [integrations.realmId, SENDER, echo.botId],
    );

    await call(echo.botId);
    await untilFinished(1_000);

    expect(echo.requests).toEqual([]);
    expect(contents(echo.botId)[0]).toContain('too many messages wait for it');
    await integrations.connections.query('DELETE FROM bot_requests');
  });
});

describe('a reply', () => {
  it('that messaging refuses is a failure', async () => {
    const echo = await bot(answering({ content: 'hi' }));
    sending = ({ onceKey }) => {
      if (onceKey.startsWith('bot-reply:')) throw badRequest('Message must not contain null bytes');
    };

    await call(echo.botId);
    await untilFinished();

    expect(contents(echo.botId)[0]).toContain('its reply cannot be sent');
    expect(contents(echo.botId)[1]).toContain('Message must not contain null bytes');
  });

  it('is sent when messaging is back, and the bot is not asked again', async () => {
    const echo = await bot(answering({ content: 'hi \0' }));
    sending = () => {
      throw serviceUnavailable('messaging');
    };
    await call(echo.botId);
    await untilPostponed(1);

    sending = () => undefined;
    await hurry();
    await untilFinished();

    expect(echo.requests).toHaveLength(1);
    expect(contents(echo.botId)).toEqual(['hi \0']);
  });

  it('is sent by another replica if one dies in the middle', async () => {
    const echo = await bot(answering({ content: 'hi' }));
    // As a replica leaves it that died after it took the request.
    await integrations.connections.query(
      `INSERT INTO bot_requests (realm_id, message_id, sender_id, bot_id, trigger, due_at)
       VALUES ($1, 5, $2, $3, 'mention', now() - interval '1 second')`,
      [integrations.realmId, SENDER, echo.botId],
    );

    await untilFinished();

    expect(contents(echo.botId)).toEqual(['hi']);
  });
});

function endless(response: Parameters<Behaviour>[0]): void {
  const chunk = 'x'.repeat(65_536);
  const more = () => {
    while (response.writable && !response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

const untilPostponed = (failures: number) =>
  eventually(async () => {
    const { rows } = await integrations.connections.query(
      'SELECT failures FROM bot_requests WHERE finished_at IS NULL',
    );
    return rows[0]?.failures >= failures;
  });
