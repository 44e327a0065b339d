import type { StateInline } from 'markdown-it';
import { MAX_NAME_LENGTH } from '../limits.js';
import { startsAtMentionBoundary } from '../links/boundaries.js';
import { streamUrl, topicUrl } from '../links/narrow-url.js';
import type { MentionableUser } from '../render-context.js';
import { type RenderState, renderStateOf } from '../render-state.js';
import { matchHere, pushElement } from './tokens.js';

/** Words that mention every reader of the conversation. */
export const WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'stream']);

const NAME = `([^*\\n]{1,${MAX_NAME_LENGTH}})`;
/** The last group of these patterns is the name. */
export const MENTION = new RegExp(`@(_?)\\*\\*${NAME}\\*\\*`, 'y');
export const GROUP_MENTION = new RegExp(`@(_?)\\*${NAME}\\*(?!\\*)`, 'y');
export const STREAM_LINK = new RegExp(`#\\*\\*${NAME}\\*\\*`, 'y');
export const NAME_AND_ID = /^(.*)\|(\d{1,15})$/;

/**
 * `@**Full Name**`, `@**Full Name|17**`, `@**|17**` and the wildcards. Mentions as `@_**…**`, inside quotes and of
 * deactivated users are silent. An unknown name stays text, and so does a name that is not the name of the id after it.
 */
export function mentionRule(state: StateInline): boolean {
  const match = matchReference(state, '@', MENTION);
  if (match === null) return false;
  const [text, silentMark, name = ''] = match;
  const isSilent = silentMark === '_' || renderStateOf(state).scan.quoted;
  const isMention = WILDCARDS.has(name) ? mentionWildcard(state, name, isSilent) : mentionUser(state, name, isSilent);
  if (isMention) state.pos += text.length;
  return isMention;
}

function mentionWildcard(state: StateInline, wildcard: string, isSilent: boolean): boolean {
  const render = renderStateOf(state);
  if (render.context.wildcardMentions === false && !isSilent) return false;
  render.wildcardMentioned ||= !isSilent;
  pushMention(state, '*', wildcard, isSilent);
  return true;
}

function mentionUser(state: StateInline, name: string, isSilent: boolean): boolean {
  const render = renderStateOf(state);
  const user = findUser(render, name);
  if (user === undefined || !render.takeReference()) return false;
  const isNotified = !isSilent && user.isActive !== false;
  if (isNotified) render.mentionedUserIds.add(user.id);
  pushMention(state, String(user.id), user.fullName, !isNotified);
  return true;
}

function findUser(render: RenderState, name: string): MentionableUser | undefined {
  const withId = NAME_AND_ID.exec(name);
  if (withId === null) return render.userByName(name);
  const user = render.userById(Number(withId[2]));
  return withId[1] === '' || withId[1] === user?.fullName ? user : undefined;
}

function pushMention(state: StateInline, id: string, name: string, isSilent: boolean): void {
  const className = isSilent ? 'user-mention silent' : 'user-mention';
  pushElement(state, 'span', { class: className, 'data-user-id': id }, isSilent ? name : `@${name}`);
}

/** `@*group name*`, silent as `@_*group name*` and inside quotes. */
export function groupMentionRule(state: StateInline): boolean {
  const match = matchReference(state, '@', GROUP_MENTION);
  const render = renderStateOf(state);
  const group = match === null ? undefined : render.groupByName(match[2] ?? '');
  if (match === null || group === undefined || !render.takeReference()) return false;
  const isSilent = match[1] === '_' || render.scan.quoted;
  if (!isSilent) render.mentionedGroupIds.add(group.id);
  const className = isSilent ? 'user-group-mention silent' : 'user-group-mention';
  const attributes = { class: className, 'data-user-group-id': String(group.id) };
  pushElement(state, 'span', attributes, isSilent ? group.name : `@${group.name}`);
  state.pos += match[0].length;
  return true;
}

/** `#**stream**` and `#**stream>topic**`. A stream that the context does not name stays text. */
export function streamLinkRule(state: StateInline): boolean {
  const match = matchReference(state, '#', STREAM_LINK);
  if (match === null) return false;
  const [whole, text = ''] = match;
  const separator = text.indexOf('>');
  const topic = separator > 0 ? text.slice(separator + 1) : '';
  const render = renderStateOf(state);
  const stream =
    (topic === '' ? undefined : render.streamByName(text.slice(0, separator))) ?? render.streamByName(text);
  if (stream === undefined || !render.takeReference()) return false;
  render.linkedStreamIds.add(stream.id);
  const isTopic = topic !== '' && stream.name !== text;
  const attributes = {
    class: isTopic ? 'stream-topic' : 'stream',
    'data-stream-id': String(stream.id),
    href: isTopic ? topicUrl(stream, topic) : streamUrl(stream),
  };
  pushElement(state, 'a', attributes, isTopic ? `#${stream.name} > ${topic}` : `#${stream.name}`);
  state.pos += whole.length;
  return true;
}

function matchReference(state: StateInline, sign: string, pattern: RegExp): RegExpExecArray | null {
  const match = matchHere(state, sign, pattern);
  return match !== null && startsAtMentionBoundary(state.src, state.pos) ? match : null;
}
