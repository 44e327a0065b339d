import type { StreamRecord } from '@chat/contracts';
import { RESOLVED_TOPIC_PREFIX } from '@chat/narrow';
import { type Notice, silentMention } from '../messages/notices/notices.js';

/** A move, as its notices tell it. */
export interface Move {
  readonly actor: { readonly userId: number; readonly fullName: string };
  readonly from: { readonly stream: StreamRecord; readonly topic: string };
  readonly to: { readonly stream: StreamRecord; readonly topic: string };
  readonly movedIds: readonly number[];
  /** Nothing is left where they were. */
  readonly isWholeTopic: boolean;
  readonly realmUrl: string;
}

const place = ({ stream, topic }: Move['from']): string => `#**${stream.name}>${topic}**`;

/** What the notification bot says in the old and the new topic. Pure. */
export function moveNotices(move: Move, isToldInOld: boolean, isToldInNew: boolean): Notice[] {
  const resolution = resolutionNotice(move);
  if (resolution) return isToldInNew ? [resolution] : [];
  const { from, to, actor, movedIds, isWholeTopic } = move;
  const who = silentMention(actor);
  const count = movedIds.length;
  const notices: Notice[] = [];
  if (isToldInNew) {
    const what = isWholeTopic ? 'This topic was' : count === 1 ? 'A message was' : `${count} messages were`;
    notices.push({ ...to, content: `${what} moved here from ${place(from)} by ${who}.` });
  }
  if (isToldInOld) {
    const what = isWholeTopic
      ? 'This topic was moved'
      : count === 1
        ? 'A message was moved from this topic'
        : `${count} messages were moved from this topic`;
    notices.push({ ...from, content: `${what} to ${place(to)} by ${who}.` });
  }
  return notices;
}

/** A topic that got or lost its check mark was resolved or taken up again. */
function resolutionNotice({ actor, from, to, isWholeTopic }: Move): Notice | undefined {
  if (!isWholeTopic || from.stream.streamId !== to.stream.streamId) return undefined;
  const bare = (topic: string): string => topic.replace(new RegExp(`^(${RESOLVED_TOPIC_PREFIX.trim()} ?)+`), '');
  if (bare(from.topic) !== bare(to.topic)) return undefined;
  const was = from.topic.startsWith(RESOLVED_TOPIC_PREFIX);
  const is = to.topic.startsWith(RESOLVED_TOPIC_PREFIX);
  if (was === is) return undefined;
  return { ...to, content: `${silentMention(actor)} has marked this topic as ${is ? 'resolved' : 'unresolved'}.` };
}
