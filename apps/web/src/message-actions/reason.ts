import { UnexpectedResponse } from '@chat/chat-client';
import type { Language } from '../languages/language.js';

/** The server's reason for a refusal, or that there was no response. */
export function reasonOf(error: unknown, text: Language['text']): string {
  const reason = error instanceof UnexpectedResponse ? error.response.body?.msg : undefined;
  return typeof reason === 'string' && reason !== '' ? reason : text('actions.noResponse');
}
