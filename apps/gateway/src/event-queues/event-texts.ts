import { type EventPage, type FetchedQueues, memberText, type QueueNews, type Wire } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';

/** The answer of GET /events, from texts: the bodies are as events wrote them. */
export function eventsAnswer(
  queueId: string,
  entries: Extract<QueueNews, { kind: 'events' }>['entries'],
  bodies: FetchedQueues['bodies'],
): JsonText {
  const events = entries.map(([id, body, own]) => `{"id":${id}${own === '' ? '' : `,${own}`},${bodies[body]}}`);
  return answer(queueId, events.join(','));
}

/** Of events as they were told, whose ids follow `lastEventId`. */
export const pushedAnswer = (queueId: string, lastEventId: number, events: readonly string[]): JsonText =>
  answer(queueId, events.map((members, index) => `{"id":${lastEventId + 1 + index},${members}}`).join(','));

export const heartbeatAnswer = (queueId: string, id: number): JsonText =>
  answer(queueId, `{"id":${id},"type":"heartbeat"}`);

export const emptyAnswer = (queueId: string): JsonText => answer(queueId, '');

function answer(queueId: string, events: string): JsonText {
  const rest: Omit<Wire<EventPage>, 'events'> = { queue_id: queueId };
  return new JsonText(`{${memberText<EventPage>('events', `[${events}]`)},${JSON.stringify(rest).slice(1)}`);
}
