import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '@chat/contracts';

/** Text of a payload on its way into a message: the one place that makes it harmless. */

const LONE_SURROGATES = /\p{Cs}/gu;
const NOT_IN_TOPICS = /[\p{Cc}\p{NChar}]+/gu;
/** Begins a mention of a user, a group or all, a silent one too. */
const MENTION_START = /@(?=_?\*)/g;
/** Begins a command of messages: `/me`, `/poll`, `/todo`. */
const COMMAND_START = /^\s*(?=\/[a-z])/i;
/** Invisible. Markdown does not take it for white space. */
const ZERO_WIDTH_SPACE = '\u200b';

const NO_TOPIC = '(no topic)';

/** Messaging truncates the rest, with its mark: more must not travel there. */
export function contentOf(text: string): string {
  const start = text.replace(/^\n+/, '').slice(0, 2 * MAX_MESSAGE_LENGTH + 2);
  const clean = start.replaceAll('\0', '').replace(LONE_SURROGATES, '\uFFFD');
  return clean.replace(MENTION_START, `@${ZERO_WIDTH_SPACE}`).replace(COMMAND_START, ZERO_WIDTH_SPACE);
}

/** One line. Topics mention no one. */
export function topicOf(text: string): string {
  const start = text.trimStart().slice(0, 2 * MAX_TOPIC_LENGTH + 2);
  return start.replace(LONE_SURROGATES, '\uFFFD').replace(NOT_IN_TOPICS, ' ').trim() || NO_TOPIC;
}

/** Some senders encode parameters twice. A text that is no encoding stays as it is. */
export function decodedAgain(parameter: string): string {
  if (!parameter.includes('%')) return parameter;
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
}
