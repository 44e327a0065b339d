import type { BotInterface } from '@chat/contracts';
import type { EgressResponse } from '@chat/egress';
import { truncate } from '@chat/text';
import { failed, type Outcome } from './outcome.js';

const NO_REPLY: Outcome = { kind: 'none' };
const NO_CONTENT = 204;
/** Characters of a faulty response that the owner of the bot sees. */
const SHOWN_LENGTH = 1_000;

export function outcomeOf({ status, body, isCut }: EgressResponse, format: BotInterface): Outcome {
  const text = body.toString();
  const beginning = truncate(text, SHOWN_LENGTH, '…');
  if (status < 200 || status >= 300) return failed({ kind: 'status', status, answer: beginning });
  if (status === NO_CONTENT) return NO_REPLY;
  if (isCut) return failed({ kind: 'too-long' });
  const answer = parsed(text);
  if (answer === '') return NO_REPLY;
  const unfit = failed({ kind: 'answer', answer: beginning });
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return unfit;
  const fields = answer as Readonly<Record<string, unknown>>;
  return (format === 2 ? replyWith(fields['text']) : ownReply(fields)) ?? unfit;
}

function ownReply(fields: Readonly<Record<string, unknown>>): Outcome | undefined {
  if (fields['response_not_required'] === true) return NO_REPLY;
  const { response_string, content, widget_content: widget } = fields;
  if (isGiven(response_string)) return replyWith(response_string);
  return replyWith(content, widget);
}

/** Undefined if the content is no text. */
function replyWith(content: unknown, widget?: unknown): Outcome | undefined {
  if (!isGiven(content)) return NO_REPLY;
  if (typeof content === 'object') return undefined;
  const text = String(content);
  if (text.trim() === '') return NO_REPLY;
  if (!isGiven(widget)) return { kind: 'reply', content: text };
  return { kind: 'reply', content: text, widgetContent: typeof widget === 'string' ? widget : JSON.stringify(widget) };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
