import {
  badRequest,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
} from '@chat/contracts';
import { codePointCount, truncate } from '@chat/text';

/** Control characters, lone surrogates and noncharacters. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{NChar}]/u;
/** Content may have control characters: programs send terminal colors. */
const NOT_IN_CONTENT = /\p{Cs}/u;

const TOPIC_CUT = '...';
const CONTENT_CUT = '\n[message truncated]';

/** Throws if the text has a character of the pattern. `what` names the text in the error. */
function refuseCharacters(pattern: RegExp, text: string, what: string): void {
  const found = pattern.exec(text);
  if (!found) return;
  const position = codePointCount(text.slice(0, found.index)) + 1;
  throw badRequest(`Invalid character in ${what}, at position ${position}!`);
}

/** The topic as it is stored: trimmed and truncated. Throws if it is empty or has control characters. */
export function checkedTopic(topic: string): string {
  const trimmed = topic.trim();
  if (trimmed === '') throw badRequest("Topic can't be empty!");
  refuseCharacters(NOT_IN_NAMES, trimmed, 'topic');
  return truncate(trimmed, MAX_TOPIC_LENGTH, TOPIC_CUT);
}

/** The Markdown of a message as it is stored: trimmed and truncated. */
export function checkedContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, '');
  if (trimmed.trim() === '') throw badRequest('Message must not be empty');
  if (trimmed.includes('\0')) throw badRequest('Message must not contain null bytes');
  refuseCharacters(NOT_IN_CONTENT, trimmed, 'message');
  return truncate(trimmed, MAX_MESSAGE_LENGTH, CONTENT_CUT);
}

/** The name of a stream as it is stored: trimmed. */
export function checkedStreamName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest("Stream name can't be empty!");
  if (codePointCount(trimmed) > MAX_STREAM_NAME_LENGTH) {
    throw badRequest(`Stream name too long (limit: ${MAX_STREAM_NAME_LENGTH} characters).`);
  }
  refuseCharacters(NOT_IN_NAMES, trimmed, 'stream name');
  return trimmed;
}

/** The description of a stream as it is stored: one line. */
export function checkedDescription(description: string): string {
  const line = description.replaceAll('\n', ' ');
  if (codePointCount(line) > MAX_STREAM_DESCRIPTION_LENGTH) {
    throw badRequest(`description is too long (limit: ${MAX_STREAM_DESCRIPTION_LENGTH} characters)`);
  }
  if (line.includes('\0')) throw badRequest('description must not contain null bytes');
  refuseCharacters(NOT_IN_CONTENT, line, 'description');
  return line;
}
