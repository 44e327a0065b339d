import {
  badRequest,
  MAX_MESSAGE_LENGTH,
  MAX_STREAM_DESCRIPTION_LENGTH,
  MAX_STREAM_NAME_LENGTH,
  MAX_TOPIC_LENGTH,
} from '@chat/contracts';
import { codePointCount, truncate } from '@chat/text';

/** Control characters, lone surrogates and noncharacters: nothing that a name is written with. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{NChar}]/u;
/** Programs write the colors of a terminal and other control characters: whatever can be stored is content. */
const NOT_IN_CONTENT = /\p{Cs}/u;

const TOPIC_CUT = '...';
const CONTENT_CUT = '\n[message truncated]';

const positionOf = (text: string, index: number): number => codePointCount(text.slice(0, index)) + 1;

/** A topic as it is stored: trimmed, and cut when too long. Refuses an empty one and one with control characters. */
export function checkedTopic(topic: string): string {
  const trimmed = topic.trim();
  if (trimmed === '') throw badRequest("Topic can't be empty!");
  const found = NOT_IN_NAMES.exec(trimmed);
  if (found) throw badRequest(`Invalid character in topic, at position ${positionOf(trimmed, found.index)}!`);
  return truncate(trimmed, MAX_TOPIC_LENGTH, TOPIC_CUT);
}

/** A message's Markdown as it is stored: without blank ends, and cut when too long. */
export function checkedContent(content: string): string {
  const trimmed = content.trimEnd().replace(/^\n+/, '');
  if (trimmed.trim() === '') throw badRequest('Message must not be empty');
  if (trimmed.includes('\0')) throw badRequest('Message must not contain null bytes');
  const found = NOT_IN_CONTENT.exec(trimmed);
  if (found) throw badRequest(`Invalid character in message, at position ${positionOf(trimmed, found.index)}!`);
  return truncate(trimmed, MAX_MESSAGE_LENGTH, CONTENT_CUT);
}

/** A stream's name as it is stored: trimmed. */
export function checkedStreamName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest("Stream name can't be empty!");
  if (codePointCount(trimmed) > MAX_STREAM_NAME_LENGTH) {
    throw badRequest(`Stream name too long (limit: ${MAX_STREAM_NAME_LENGTH} characters).`);
  }
  const found = NOT_IN_NAMES.exec(trimmed);
  if (found) throw badRequest(`Invalid character in stream name, at position ${positionOf(trimmed, found.index)}!`);
  return trimmed;
}

/** A stream's description as it is stored: one line. */
export function checkedDescription(description: string): string {
  const line = description.replaceAll('\n', ' ');
  if (codePointCount(line) > MAX_STREAM_DESCRIPTION_LENGTH) {
    throw badRequest(`description is too long (limit: ${MAX_STREAM_DESCRIPTION_LENGTH} characters)`);
  }
  if (line.includes('\0')) throw badRequest('description must not contain null bytes');
  const found = NOT_IN_CONTENT.exec(line);
  if (found) throw badRequest(`Invalid character in description, at position ${positionOf(line, found.index)}!`);
  return line;
}
