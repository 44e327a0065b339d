import type { StateInline } from 'markdown-it';
import { MAX_NAME_LENGTH } from '../limits.js';
import { startsAtMentionBoundary } from '../links/boundaries.js';
import { renderStateOf } from '../render-state.js';
import { pushElement } from './element-token.js';

const GROUP_MENTION = new RegExp(`@(_?)\\*([^*\\n]{1,${MAX_NAME_LENGTH}})\\*(?!\\*)`, 'y');

/** `@*group name*`, silent as `@_*group name*` and inside quotes. */
export function groupMentionRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x40 || state.linkLevel > 0) {
    return false;
  }
  GROUP_MENTION.lastIndex = pos;
  const match = GROUP_MENTION.exec(src);
  if (match === null || GROUP_MENTION.lastIndex > state.posMax || !startsAtMentionBoundary(src, pos)) {
    return false;
  }
  const end = GROUP_MENTION.lastIndex;
  const render = renderStateOf(state);
  const group = render.groupByName(match[2] ?? '');
  if (group === undefined || !render.takeReference()) {
    return false;
  }
  const isSilent = match[1] === '_' || render.scan.quoted;
  if (!isSilent) {
    render.mentionedGroupIds.add(group.id);
  }
  pushElement(
    state,
    'span',
    [
      ['class', isSilent ? 'user-group-mention silent' : 'user-group-mention'],
      ['data-user-group-id', String(group.id)],
    ],
    isSilent ? group.name : `@${group.name}`,
  );
  state.pos = end;
  return true;
}
