import type { Message } from '@chat/chat-client';
import { ChoiceForm } from './choice-form.js';
import { PollView } from './poll-view.js';
import { TodoListView } from './todo-list-view.js';
import type { Widget } from './widget.js';

interface Props {
  readonly message: Message;
  readonly widget: Widget;
}

/** The widget in place of the content of its message. */
export function MessageWidget({ message, widget }: Props) {
  switch (widget.kind) {
    case 'poll':
      return <PollView message={message} poll={widget.poll} />;
    case 'todo':
      return <TodoListView message={message} list={widget.list} />;
    case 'form':
      return <ChoiceForm message={message} heading={widget.heading} choices={widget.choices} />;
  }
}
