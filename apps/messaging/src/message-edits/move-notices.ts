import type { StreamRecord } from '@chat/contracts';
import { messageUrl } from '@chat/markdown';
import { RESOLVED_TOPIC_PREFIX } from '@chat/narrow';
import { type Notice, silentMention } from '../messages/notices/notices.js';

export interface Move {
  readonly actor: { readonly userId: number; readonly fullName: string };
  readonly from: { readonly stream: StreamRecord; readonly topic: string };
  /** `wholeTopic`: before it was cut to length. */
  readonly to: { readonly stream: StreamRecord; readonly topic: string; readonly wholeTopic: string };
  readonly movedIds: readonly number[];
  /** No message that the actor sees is left in the old topic. */
  readonly isWholeTopic: boolean;
  /** The actor sees other messages in the new topic. */
  readonly isJoining: boolean;
  /** The content was changed by the same request. */
  readonly isEdited: boolean;
  readonly realmUrl: string;
}

const place = ({ stream, topic }: Move['from']): string => `#**${stream.name}>${topic}**`;

export function moveNotices(move: Move, isInOld: boolean, isInNew: boolean): Notice[] {
  const resolution = resolutionOf(move);
  const { stream, topic } = move.to;
  const notices: Notice[] = resolution ? [{ stream, topic, content: resolution }] : [];
  // If the topic was only resolved or unresolved, that notice is enough.
  if (isInNew && !(resolution && isOnlyMarked(move))) notices.push({ stream, topic, content: arrival(move) });
  if (isInOld) notices.push({ ...move.from, content: departure(move) });
  return notices;
}

function arrival({ actor, from, to, movedIds, isWholeTopic, isJoining, realmUrl }: Move): string {
  const where = `moved here from ${place(from)} by ${silentMention(actor)}.`;
  if (isWholeTopic && !isJoining) return `This topic was ${where}`;
  if (movedIds.length !== 1) return `${movedIds.length} messages were ${where}`;
  const { streamId: id, name } = to.stream;
  return `[A message](${realmUrl}${messageUrl({ id, name }, to.topic, movedIds[0] as number)}) was ${where}`;
}

function departure({ actor, to, movedIds, isWholeTopic }: Move): string {
  const count = movedIds.length;
  const what = isWholeTopic
    ? 'This topic was moved'
    : count === 1
      ? 'A message was moved from this topic'
      : `${count} messages were moved from this topic`;
  return `${what} to ${place(to)} by ${silentMention(actor)}.`;
}

/** A topic that got or lost its check mark was resolved or taken up again. */
function resolutionOf({ actor, from, to, isEdited }: Move): string | undefined {
  const was = from.topic.startsWith(RESOLVED_TOPIC_PREFIX);
  const is = to.topic.startsWith(RESOLVED_TOPIC_PREFIX);
  if (was === is || isEdited) return undefined;
  return `${silentMention(actor)} has marked this topic as ${is ? 'resolved' : 'unresolved'}.`;
}

function isOnlyMarked({ from, to }: Move): boolean {
  const bare = (topic: string): string => topic.replace(new RegExp(`^[${RESOLVED_TOPIC_PREFIX}]+`), '');
  return from.stream.streamId === to.stream.streamId && bare(from.topic) === bare(to.wholeTopic);
}
