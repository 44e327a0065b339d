import { type Address, inTopic, operandOf, withPeople } from '../addresses/index.js';
import { peopleKey, type UnreadCounts } from '../unread/unread-counts.js';

/** The next topic with unread messages: in this stream, then in the order of the streams, around once. */
export function nextUnreadTopic(
  open: Address | undefined,
  { topics }: UnreadCounts,
  streamOrder: readonly number[],
): Address | undefined {
  const openStream = open === undefined ? undefined : operandOf(open, 'stream');
  const openTopic = open === undefined ? undefined : operandOf(open, 'topic');
  const at = Math.max(0, streamOrder.indexOf(Number(openStream)));
  const order = [...streamOrder.slice(at), ...streamOrder.slice(0, at)];
  for (const streamId of order) {
    const unread = [...(topics.get(streamId)?.values() ?? [])]
      .filter(({ isMuted, topic }) => !isMuted && !(streamId === openStream && topic === openTopic))
      .sort((one, other) => other.newestId - one.newestId);
    if (unread[0] !== undefined) return inTopic(streamId, unread[0].topic);
  }
  return undefined;
}

/** Another direct conversation with unread messages. */
export function nextUnreadPeople(open: Address | undefined, { people }: UnreadCounts): Address | undefined {
  const openPeople = open === undefined ? undefined : operandOf(open, 'dm');
  const openKey = Array.isArray(openPeople) ? peopleKey(openPeople) : undefined;
  const next = [...people.keys()].find((key) => key !== openKey);
  return next === undefined ? undefined : withPeople(next.split(',').map(Number));
}
