import { BotsTriggered, badRequest, serviceUnavailable } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { answering, type Behaviour } from '../testing/bot-server.js';
import { outgoingBotsUnderTest, SENDER, SIGNING_SECRET } from '../testing/outgoing-bots-under-test.js';

const bots = outgoingBotsUnderTest();

describe('a request to a bot', () => {
  it('has the message, the token and a signature, and its answer is the reply in the topic', async () => {
    const echo = await bots.add(answering({ content: 'hi' }));

    const messageId = await bots.call(echo.botId);
    await bots.untilFinished();

    expect(echo.requests).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = echo.requests;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Chat' });
    expect(new Webhook(SIGNING_SECRET).verify(body, headers as Record<string, string>)).toEqual({
      data: 'hello @**Echo**',
      trigger: 'mention',
      token: 'the token',
      bot_email: `bot${echo.botId}@chat.example.com`,
      bot_full_name: 'Echo',
      message: expect.objectContaining({ id: messageId, content: 'hello @**Echo**', rendered_content: '<p>hello</p>' }),
    });
    expect(bots.messagesOf(echo.botId)).toEqual([
      {
        realmId: bots.integrations.realmId,
        senderId: echo.botId,
        onceKey: `bot-reply:${messageId}`,
        message: { type: 'stream', to: 7, topic: 'chat', content: 'hi' },
        clientName: 'OutgoingWebhookResponse',
        mayWriteToEveryStream: true,
      },
    ]);
  });

  it('because of a direct message is answered to its people', async () => {
    bots.isDirect = true;
    const echo = await bots.add(answering({ response_string: 'hi' }));

    await bots.call(echo.botId);
    await bots.untilFinished();

    expect(JSON.parse(echo.requests[0]?.body ?? '')).toMatchObject({ trigger: 'private_message' });
    expect(bots.messagesOf(echo.botId)).toMatchObject([
      { message: { type: 'direct', to: [SENDER, 9], content: 'hi' } },
    ]);
  });

  it('has the form of Slack for interface 2', async () => {
    const slack = await bots.add(answering({ text: 'hi' }), 2);

    await bots.call(slack.botId);
    await bots.untilFinished();

    expect(slack.requests[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(Object.fromEntries(new URLSearchParams(slack.requests[0]?.body))).toEqual({
      token: 'the token',
      team_id: `T${bots.integrations.realmId}`,
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
    expect(bots.contents(slack.botId)).toEqual(['hi']);
  });

  it('is not sent because of a direct message in the form of Slack; the bot says so', async () => {
    bots.isDirect = true;
    const slack = await bots.add(answering({ text: 'hi' }), 2);

    await bots.call(slack.botId);
    await bots.untilFinished();

    expect(slack.requests).toEqual([]);
    expect(bots.contents(slack.botId)[0]).toContain('bots with the format of Slack get no direct messages');
  });

  it('is sent once for a message, however often the message calls the bot', async () => {
    const echo = await bots.add(answering({ content: 'hi' }));

    const messageId = await bots.call(echo.botId);
    await Promise.all([bots.call(echo.botId, messageId), bots.call(echo.botId, messageId)]);
    const event = { messageId, senderId: SENDER, trigger: 'mention', botIds: [echo.botId] } as const;
    await bots.integrations.publish('messaging', BotsTriggered.of(event));
    await bots.integrations.publish('messaging', BotsTriggered.of({ ...event, messageId: messageId + 1_000_000 }));

    await eventually(() => bots.contents(echo.botId).length === 2);
    expect(echo.requests).toHaveLength(2);
  });

  it('is dropped if the message is deleted, or the bot is deactivated', async () => {
    const echo = await bots.add(answering({ content: 'hi' }));
    await bots.integrations.putBot(echo.botId, { isActive: false });
    await bots.call(echo.botId);
    await bots.integrations.putBot(echo.botId, { isActive: true });
    bots.isDeleted = true;
    await bots.call(echo.botId);
    await bots.untilFinished();

    expect([echo.requests, bots.contents(echo.botId)]).toEqual([[], []]);
  });
});

describe('a bot that changes while it answers', () => {
  /** Responds after the change, which the replicas may not have read yet. */
  const changing = (change: (botId: number) => Promise<unknown>, status = 200) => {
    const behaviour: Behaviour = (response) =>
      void change(lastBot).then(() => response.writeHead(status).end(JSON.stringify({ content: 'hi' })));
    let lastBot = 0;
    return async () => {
      const echo = await bots.add(behaviour);
      lastBot = echo.botId;
      await bots.call(echo.botId);
      await bots.untilFinished();
      return echo;
    };
  };

  it('informs its new owner of a failure', async () => {
    const run = changing((botId) => bots.integrations.putBot(botId, { botOwnerId: 77 }), 500);
    for (let n = 0; n < 5; n++) {
      const { botId } = await run();
      expect(bots.messagesOf(botId).at(-1)?.message).toMatchObject({ type: 'direct', to: [77] });
    }
  });

  it('sends nothing after its deactivation', async () => {
    const run = changing((botId) => bots.integrations.putBot(botId, { isActive: false }));
    for (let n = 0; n < 5; n++) {
      const { botId, requests } = await run();
      expect([requests.length, bots.messagesOf(botId)]).toEqual([1, []]);
    }
  });
});

describe('a reply', () => {
  it('that messaging refuses is a failure', async () => {
    const echo = await bots.add(answering({ content: 'hi' }));
    bots.sending = ({ onceKey }) => {
      if (onceKey.startsWith('bot-reply:')) throw badRequest('Message must not contain null bytes');
    };

    await bots.call(echo.botId);
    await bots.untilFinished();

    expect(bots.contents(echo.botId)[0]).toContain('its reply cannot be sent');
    expect(bots.contents(echo.botId)[1]).toContain('Message must not contain null bytes');
  });

  it('is sent when messaging is back, and the bot is not asked again', async () => {
    const echo = await bots.add(answering({ content: 'hi \0' }));
    bots.sending = () => {
      throw serviceUnavailable('messaging');
    };
    await bots.call(echo.botId);
    await bots.untilPostponed(1, 'interruptions');

    bots.sending = () => undefined;
    await bots.hurry();
    await bots.untilFinished();

    expect(echo.requests).toHaveLength(1);
    expect(bots.contents(echo.botId)).toEqual(['hi \0']);
  });

  it('is sent by another replica if one dies in the middle', async () => {
    const echo = await bots.add(answering({ content: 'hi' }));
    // As a replica leaves it that died after it took the request.
    await bots.query(
      `INSERT INTO bot_requests (realm_id, message_id, sender_id, bot_id, trigger, due_at)
       VALUES ($1, 5, $2, $3, 'mention', now() - interval '1 second')`,
      [bots.integrations.realmId, SENDER, echo.botId],
    );

    await bots.untilFinished();

    expect(bots.contents(echo.botId)).toEqual(['hi']);
  });
});
