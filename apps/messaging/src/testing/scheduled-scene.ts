import {
  createScheduledMessage,
  getScheduledMessages,
  type MessageSentPayload,
  type NewScheduledMessage,
  type Principal,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { DueMessages } from '../scheduled-messages/due-messages.js';
import { makeStream } from './stream-by-sql.js';
import { TestMessaging } from './test-messaging.js';

export const HOUR = 3_600;
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Two replicas, two users in a public and in a private stream, and access to scheduled messages and their deliveries. */
export async function startScheduledScene() {
  const messaging = await TestMessaging.start({ replicas: 2 });
  const ana = await messaging.addUser();
  const ben = await messaging.addUser();
  const design = await makeStream(messaging, { name: 'design', subscribers: [ana, ben] });
  const secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana, ben] });

  const inAnHour = (fields: Partial<NewScheduledMessage> = {}): NewScheduledMessage => ({
    type: 'stream',
    to: design,
    topic: 'logo',
    content: 'later',
    scheduledDeliveryTimestamp: nowSeconds() + HOUR,
    ...fields,
  });
  const schedule = async (
    fields: Partial<NewScheduledMessage> = {},
    { actor = ana, clientName = 'test' } = {},
  ): Promise<number> =>
    (await messaging.call(createScheduledMessage, actor, inAnHour(fields), clientName)).scheduled_message_id;
  const waitingOf = async (actor: Principal) =>
    (await messaging.call(getScheduledMessages, actor, {})).scheduled_messages;
  const sentFor = async (scheduledIds: readonly number[]): Promise<{ id: number; sentAt: Date; at: Date }[]> => {
    const { rows } = await messaging.sql.query(
      `SELECT m.id, m.sent_at AS "sentAt", s.deliver_at AS at FROM messages m
       JOIN scheduled_messages s ON s.id = m.scheduled_message_id WHERE m.scheduled_message_id = ANY ($1)`,
      [scheduledIds],
    );
    return rows;
  };
  const untilSent = (ids: readonly number[], withinMs?: number) =>
    eventually(
      async () => {
        const sent = await sentFor(ids);
        return sent.length === ids.length && sent;
      },
      { ...(withinMs !== undefined && { withinMs }) },
    );
  const eventsAbout = async (scheduledMessageId: number): Promise<string[]> => {
    const mention = new RegExp(`"scheduledMessageId":${scheduledMessageId}[,}]`);
    return (await messaging.events())
      .filter(({ type, payload }) => type.startsWith('messaging.scheduled') && mention.test(JSON.stringify(payload)))
      .map(({ type }) => type.replace('messaging.scheduled_', ''));
  };
  const sentPayloads = async (): Promise<MessageSentPayload[]> =>
    (await messaging.events())
      .filter(({ type }) => type === 'messaging.message_sent')
      .map(({ payload }) => payload as MessageSentPayload);
  /** Moves the due times into the past. */
  const makeDue = (ids: readonly number[]) =>
    messaging.sql.query(
      `UPDATE scheduled_messages SET deliver_at = now() - interval '1 ms', due_at = now() - interval '1 ms' WHERE id = ANY ($1)`,
      [ids],
    );
  const due = (replica: number): DueMessages => messaging.replicas[replica]?.app.get(DueMessages) as DueMessages;

  return {
    ...{ messaging, ana, ben, design, secret },
    ...{ inAnHour, schedule, waitingOf, sentFor, untilSent, eventsAbout, sentPayloads, makeDue, due },
  };
}
