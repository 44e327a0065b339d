import { badRequest, DRAFT_TYPES, type DraftFields, MAX_TOPIC_LENGTH } from '@chat/contracts';
import { checkedContent } from '../names/check-text.js';

/** A draft as it is stored: cut to length, without what its type ignores. */
export interface CheckedDraft {
  readonly type: DraftFields['type'];
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp: number;
}

/** Users that a draft may be addressed to. */
const MAX_DRAFT_RECIPIENTS = 1_000;

/** The end of the year 9999, in UTC seconds: later than any clock says. */
const MAX_TIMESTAMP = 253_402_300_799;

/** The rules of one draft that need no data. Throws BAD_REQUEST. Source: API contract, "Draft". */
export function checkDraft(draft: DraftFields, nowSeconds: number): CheckedDraft {
  if (!DRAFT_TYPES.includes(draft.type)) throw badRequest('Invalid draft type');
  const content = checkedContent(draft.content);
  const timestamp = Math.floor(draft.timestamp ?? nowSeconds);
  if (!(timestamp >= 0)) throw badRequest('Timestamp must not be negative.');
  if (timestamp > MAX_TIMESTAMP) throw badRequest('Timestamp is too large.');
  const to = recipients(draft);
  // To nobody yet: not addressed.
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

/** Unlike a message's, a draft's topic may be empty yet. */
function topic(draft: DraftFields): string {
  if (draft.topic.includes('\0')) throw badRequest('Topic must not contain null bytes');
  if (draft.type !== 'stream') return '';
  const points = [...draft.topic];
  return points.length <= MAX_TOPIC_LENGTH ? draft.topic : `${points.slice(0, MAX_TOPIC_LENGTH - 3).join('')}...`;
}
