import { badRequest, DRAFT_TYPES, type Draft, type DraftFields, MAX_TOPIC_LENGTH } from '@chat/contracts';
import { checkedContent } from '../names/check-text.js';

/** A draft as it is stored: truncated, without the fields that its type ignores. */
export type CheckedDraft = Omit<Draft, 'id'>;

const MAX_DRAFT_RECIPIENTS = 1_000;

/** The end of the year 9999, in UTC seconds. */
const MAX_TIMESTAMP = 253_402_300_799;

/** Applies the rules that need no data. Throws BAD_REQUEST. */
export function checkDraft(draft: DraftFields, nowSeconds: number): CheckedDraft {
  if (!DRAFT_TYPES.includes(draft.type)) throw badRequest('Invalid draft type');
  const content = checkedContent(draft.content);
  const timestamp = Math.floor(draft.timestamp ?? nowSeconds);
  if (!(timestamp >= 0)) throw badRequest('Timestamp must not be negative.');
  if (timestamp > MAX_TIMESTAMP) throw badRequest('Timestamp is too large.');
  const to = recipients(draft);
  // A direct draft without recipients is stored as unaddressed.
  const type = draft.type === 'private' && to.length === 0 ? '' : draft.type;
  return { type, to, topic: topic(draft), content, timestamp };
}

function recipients({ type, to }: DraftFields): number[] {
  if (type === '') return [];
  if (!Array.isArray(to) || !to.every((id) => Number.isSafeInteger(id))) throw badRequest('Invalid to');
  if (type === 'stream') {
    if (to.length !== 1) throw badRequest('Must specify exactly 1 stream ID for stream messages');
    return [...to];
  }
  if (to.length > MAX_DRAFT_RECIPIENTS) throw badRequest(`Too many recipients (limit: ${MAX_DRAFT_RECIPIENTS})`);
  return [...new Set(to)];
}

/** Unlike the topic of a message, the topic of a draft may be empty. */
function topic(draft: DraftFields): string {
  if (draft.topic.includes('\0')) throw badRequest('Topic must not contain null bytes');
  if (draft.type !== 'stream') return '';
  const points = [...draft.topic];
  return points.length <= MAX_TOPIC_LENGTH ? draft.topic : `${points.slice(0, MAX_TOPIC_LENGTH - 3).join('')}...`;
}
