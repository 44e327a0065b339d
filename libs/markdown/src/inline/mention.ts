import type { StateInline } from 'markdown-it';
import type { Attributes } from '../html/element.js';
import { MAX_NAME_LENGTH } from '../limits.js';
import { startsAtMentionBoundary } from '../links/boundaries.js';
import type { MentionableUser } from '../render-context.js';
import { type RenderState, renderStateOf } from '../render-state.js';
import { pushElement } from './element-token.js';

/** Words that mean everybody who reads the conversation. */
export const WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'stream']);

const MENTION = new RegExp(`@(_?)\\*\\*([^*\\n]{1,${MAX_NAME_LENGTH}})\\*\\*`, 'y');
const NAME_AND_ID = /^(.*)\|(\d{1,15})$/;

/**
 * `@**Full Name**`, `@**Full Name|17**`, `@**|17**` and the wildcards; with `@_**…**`, inside quotes and for
 * deactivated users nobody is told. A name that nobody has, or that is not the name of the id beside it, stays text.
 */
export function mentionRule(state: StateInline): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x40 || state.linkLevel > 0) {
    return false;
  }
  MENTION.lastIndex = pos;
  const match = MENTION.exec(src);
  if (match === null || MENTION.lastIndex > state.posMax || !startsAtMentionBoundary(src, pos)) {
    return false;
  }
  const name = match[2] ?? '';
  const isSilent = match[1] === '_' || renderStateOf(state).scan.quoted;
  const end = MENTION.lastIndex;
  const isMention = WILDCARDS.has(name) ? mentionWildcard(state, name, isSilent) : mentionUser(state, name, isSilent);
  if (isMention) {
    state.pos = end;
  }
  return isMention;
}

function mentionWildcard(state: StateInline, wildcard: string, isSilent: boolean): boolean {
  const render = renderStateOf(state);
  if (render.context.wildcardMentions === false && !isSilent) {
    return false;
  }
  render.wildcardMentioned ||= !isSilent;
  pushMention(state, '*', wildcard, isSilent);
  return true;
}

function mentionUser(state: StateInline, name: string, isSilent: boolean): boolean {
  const render = renderStateOf(state);
  const user = findUser(render, name);
  if (user === undefined || !render.takeReference()) {
    return false;
  }
  const isNotified = !isSilent && user.isActive !== false;
  if (isNotified) {
    render.mentionedUserIds.add(user.id);
  }
  pushMention(state, String(user.id), user.fullName, !isNotified);
  return true;
}

function findUser(render: RenderState, name: string): MentionableUser | undefined {
  const withId = NAME_AND_ID.exec(name);
  if (withId === null) {
    return render.userByName(name);
  }
  const user = render.userById(Number(withId[2]));
  return user !== undefined && (withId[1] === '' || withId[1] === user.fullName) ? user : undefined;
}

function pushMention(state: StateInline, id: string, name: string, isSilent: boolean): void {
  const attributes: Attributes = [
    ['class', isSilent ? 'user-mention silent' : 'user-mention'],
    ['data-user-id', id],
  ];
  pushElement(state, 'span', attributes, isSilent ? name : `@${name}`);
}
