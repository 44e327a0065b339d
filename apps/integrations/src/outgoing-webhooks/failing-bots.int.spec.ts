import { serviceUnavailable } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { describe, expect, it } from '@jest/globals';
import { answering, type Behaviour } from '../testing/bot-server.js';
import { BOT_OWNER, MESSAGE_LINK, outgoingBotsUnderTest, SENDER } from '../testing/outgoing-bots-under-test.js';

const bots = outgoingBotsUnderTest();

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
      const echo = await bots.add(behaviour);

      const messageId = await bots.call(echo.botId);
      await bots.untilFinished();

      expect(echo.requests).toHaveLength(1);
      const [apology, notice] = bots.messagesOf(echo.botId);
      expect(apology).toMatchObject({
        onceKey: `bot-failure:${messageId}`,
        message: { type: 'stream', to: 7, topic: 'chat', content: expect.stringContaining(phrase) },
      });
      expect(notice?.message).toMatchObject({ type: 'direct', to: [BOT_OWNER] });
      expect(notice?.message.content).toContain(`[A message](${MESSAGE_LINK}) called your bot **Echo**`);
      expect(notice?.message.content).toContain(phrase);
      expect(notice?.message.content.includes('~~~')).toBe(hasAnswer);
      expect(bots.messagesOf(echo.botId)).toHaveLength(2);
    },
  );

  it.each([
    ['hangs', () => undefined, 'did not respond in time'],
    ['answers slowly', (response) => void response.write('{"content":'), 'did not respond in time'],
    ['cuts the connection', (response) => void response.destroy(), 'the connection to its server failed'],
  ] satisfies [string, Behaviour, string][])(
    'because it %s is asked three more times, under one id',
    async (_case, behaviour, phrase) => {
      const echo = await bots.add(behaviour);
      const pauses = bots.pausesMs();

      await bots.call(echo.botId);
      for (let tries = 1; tries < 4; tries++) {
        await eventually(() => echo.requests.length === tries);
        await bots.untilPostponed(tries);
        await bots.hurry();
      }
      await bots.untilFinished();

      expect(pauses).toEqual([1_000, 4_000, 16_000]);
      expect(echo.requests).toHaveLength(4);
      expect(new Set(echo.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(bots.contents(echo.botId)).toEqual([expect.stringContaining(phrase), expect.stringContaining(phrase)]);
    },
    60_000,
  );

  it('after interruptions before the first try is asked three more times, too', async () => {
    const echo = await bots.add((response) => void response.destroy());
    const pauses = bots.pausesMs();
    bots.showing = () => {
      throw serviceUnavailable('messaging');
    };
    await bots.call(echo.botId);
    await bots.untilPostponed(1, 'interruptions');
    await bots.hurry();
    await bots.untilPostponed(2, 'interruptions');

    bots.showing = () => undefined;
    await bots.hurry();
    for (let tries = 1; tries < 4; tries++) {
      await bots.untilPostponed(tries);
      await bots.hurry();
    }
    await bots.untilFinished();

    expect(pauses).toEqual([1_000, 4_000, 16_000]);
    expect(echo.requests).toHaveLength(4);
  }, 60_000);

  it('at first, and answers then, has its one reply', async () => {
    const echo = await bots.add((response) => void response.destroy());

    await bots.call(echo.botId);
    await bots.untilPostponed(1);
    if (echo.server) echo.server.behaviour = answering({ content: 'hi' });
    await bots.hurry();
    await bots.untilFinished();

    expect(bots.contents(echo.botId)).toEqual(['hi']);
  });

  it.each(['http://10.0.0.1/', 'https://127.0.0.2/', 'http://localhost/', 'ftp://a.example/', ''])(
    'because its address %s is not allowed is not asked',
    async (url) => {
      const echo = await bots.add({ url });

      await bots.call(echo.botId);
      await bots.untilFinished();

      expect(bots.contents(echo.botId)[0]).toContain('does not lead to a server that may be contacted');
    },
  );

  it('does not delay another bot', async () => {
    const slow = await bots.add(() => undefined);
    const echo = await bots.add(answering({ content: 'hi' }));
    for (let n = 0; n < 50; n++) await bots.call(slow.botId);

    await bots.call(echo.botId);
    await eventually(() => bots.contents(echo.botId).length === 1);

    expect(bots.contents(slow.botId)).toEqual([]);
    await bots.query('DELETE FROM bot_requests WHERE bot_id = $1', [slow.botId]);
    await bots.untilFinished();
  });
});

describe('a bot with very many waiting messages', () => {
  it('says so, and is not asked', async () => {
    const echo = await bots.add(answering({ content: 'hi' }));
    await bots.query(
      `INSERT INTO bot_requests (realm_id, message_id, sender_id, bot_id, trigger, due_at)
       SELECT $1, 1000000 + n, $2, $3, 'mention', now() + interval '1 hour' FROM generate_series(1, 1000) AS n`,
      [bots.integrations.realmId, SENDER, echo.botId],
    );

    await bots.call(echo.botId);
    await bots.untilFinished(1_000);

    expect(echo.requests).toEqual([]);
    expect(bots.contents(echo.botId)[0]).toContain('too many messages wait for it');
    await bots.query('DELETE FROM bot_requests');
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
