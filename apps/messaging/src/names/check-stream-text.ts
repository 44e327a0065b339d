import { badRequest, MAX_STREAM_DESCRIPTION_LENGTH, MAX_STREAM_NAME_LENGTH } from '@chat/contracts';
import { codePointCount } from '@chat/text';
import { NOT_IN_CONTENT, NOT_IN_NAMES, refuseCharacters } from './check-text.js';

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
