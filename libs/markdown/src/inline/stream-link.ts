import type { StateInline } from 'markdown-it';
import { MAX_NAME_LENGTH } from '../limits.js';
import { startsAtMentionBoundary } from '../links/boundaries.js';
import { streamUrl, topicUrl } from '../links/narrow-url.js';
import { renderStateOf } from '../render-state.js';
import { pushElement } from './element-token.js';

const STREAM_LINK = new RegExp(`#\\*\\*([^*\\n]{1,${MAX_NAME_LENGTH}})\\*\\*`, 'y');

/** `#**stream**` and `#**stream>topic**`. A stream that the context does not name stays text. */
export function streamLinkRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x23 || state.linkLevel > 0) {
    return false;
  }
  STREAM_LINK.lastIndex = pos;
  const match = STREAM_LINK.exec(src);
  if (match === null || STREAM_LINK.lastIndex > state.posMax || !startsAtMentionBoundary(src, pos)) {
    return false;
  }
  const end = STREAM_LINK.lastIndex;
  const text = match[1] ?? '';
  const separator = text.indexOf('>');
  const topic = separator > 0 ? text.slice(separator + 1) : '';
  const render = renderStateOf(state);
  const stream =
    (topic === '' ? undefined : render.streamByName(text.slice(0, separator))) ?? render.streamByName(text);
  if (stream === undefined || !render.takeReference()) {
    return false;
  }
  render.linkedStreamIds.add(stream.id);
  const isTopic = topic !== '' && stream.name !== text;
  pushElement(
    state,
    'a',
    [
      ['class', isTopic ? 'stream-topic' : 'stream'],
      ['data-stream-id', String(stream.id)],
      ['href', isTopic ? topicUrl(stream, topic) : streamUrl(stream)],
    ],
    isTopic ? `#${stream.name} > ${topic}` : `#${stream.name}`,
  );
  state.pos = end;
  return true;
}
