import { block } from './markdown.js';

/** The message of any payload: indented JSON as a block of code. */
export const jsonMessage = (payload: unknown): { readonly topic: string; readonly content: string } => ({
  topic: 'JSON',
  content: block('json', JSON.stringify(payload, null, 2)),
});
