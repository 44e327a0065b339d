import type { Message } from '@chat/chat-client';
import { type Change, isObject, parsed, textIn } from './change.js';
import { foldPoll, type Poll } from './poll.js';
import { foldTodoList, type TodoList } from './todo-list.js';

export interface Choice {
  readonly shortName: string;
  readonly longName: string;
  /** The message that the choice sends. */
  readonly reply: string;
}

/** A message that is more than its content, with all its changes. */
export type Widget =
  | { readonly kind: 'poll'; readonly poll: Poll }
  | { readonly kind: 'todo'; readonly list: TodoList }
  | { readonly kind: 'form'; readonly heading: string; readonly choices: readonly Choice[] };

type WidgetMessage = Pick<Message, 'sender_id' | 'submessages'>;

/**
 * The widget of a message; undefined for an ordinary message and for widgets that this client does not know. The submessages
 * may have any order, and may repeat: their ids decide.
 */
export function widgetOf({ sender_id: authorId, submessages }: WidgetMessage): Widget | undefined {
  if (submessages.length === 0) return undefined;
  const byId = new Map(submessages.map((each) => [each.id, each]));
  const [first, ...others] = [...byId.values()].sort((one, other) => one.id - other.id);
  if (first?.msg_type !== 'widget') return undefined;
  const start = parsed(first.content);
  if (!isObject(start)) return undefined;
  const changes = others.map(({ sender_id: senderId, content }): Change => ({ senderId, data: parsed(content) }));
  const data = isObject(start['extra_data']) ? start['extra_data'] : {};
  switch (start['widget_type']) {
    case 'poll':
      return { kind: 'poll', poll: foldPoll(data, authorId, changes) };
    case 'todo':
      return { kind: 'todo', list: foldTodoList(changes) };
    case 'zform':
      return data['type'] === 'choices' ? formOf(data) : undefined;
    default:
      return undefined;
  }
}

function formOf(data: Readonly<Record<string, unknown>>): Widget {
  const choices = Array.isArray(data['choices']) ? data['choices'].filter(isObject) : [];
  return {
    kind: 'form',
    heading: textIn(data, 'heading'),
    choices: choices.map((choice) => ({
      shortName: textIn(choice, 'short_name'),
      longName: textIn(choice, 'long_name'),
      reply: textIn(choice, 'reply'),
    })),
  };
}
