import { randomBytes } from 'node:crypto';
import { escapeAttribute } from '@chat/markdown';
import type { Queryable } from '@chat/persistence';
import { SEARCH_CONFIG } from './narrow-conditions.js';

/** Random marks of this process. No message can contain them, because no response does. */
const [START, STOP] = ['start', 'stop'].map((name) => `${name}${randomBytes(12).toString('hex')}`) as [string, string];

/** Rendered content and topic by message id, with found words in `<span class="highlight">`. One query. */
export async function highlights(queryable: Queryable, messageIds: readonly number[], query: string | null) {
  const marked = (text: string): string =>
    `ts_headline(${SEARCH_CONFIG}, ${text}, plainto_tsquery(${SEARCH_CONFIG}, $2::text),
      'HighlightAll=TRUE, StartSel=${START}, StopSel=${STOP}')`;
  const rows = await queryable.query<{ id: number; content: string; topic: string }>(
    query === null
      ? 'SELECT id, rendered_content AS content, topic FROM messages WHERE id = ANY ($1) AND $2::text IS NULL'
      : `SELECT id, ${marked('rendered_content')} AS content, ${marked('topic')} AS topic FROM messages
         WHERE id = ANY ($1)`,
    [messageIds, query],
  );
  return new Map(
    rows.map(({ id, content, topic }) => [
      id,
      { match_content: withSpans(content), match_subject: withSpans(escapeAttribute(topic)) },
    ]),
  );
}

/** Replaces marks by spans, and removes marks inside tags. Pure. */
function withSpans(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(START, '').replaceAll(STOP, ''))
    .replaceAll(START, '<span class="highlight">')
    .replaceAll(STOP, '</span>');
}
