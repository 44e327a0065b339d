import type { PersonKey } from './people.js';

/** A message of a conversation: who, what, and who reacts with which emoji. */
export type DemoMessage = readonly [
  author: PersonKey,
  text: string,
  reactions?: Readonly<Record<string, readonly PersonKey[]>>,
];

/** What is said under one topic of a stream, or among some people directly. */
export type Conversation =
  | { stream: string; topic: string; messages: readonly DemoMessage[] }
  | { between: readonly PersonKey[]; messages: readonly DemoMessage[] };
