import { MAX_MESSAGE_LENGTH } from '@chat/contracts';
import { block } from './markdown.js';

/** The message of any payload: indented JSON as a block of code. The part that messaging truncates in any case is left out. */
export const jsonMessage = (payload: unknown): { readonly topic: string; readonly content: string } => ({
  topic: 'JSON',
  content: block('json', JSON.stringify(payload, null, 2).slice(0, 2 * MAX_MESSAGE_LENGTH)),
});
