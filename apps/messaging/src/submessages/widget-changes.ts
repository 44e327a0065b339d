import { Bool, badRequest, type Class, Field, Integer, OneOf, objectOf, RefuseUnknownFields } from '@chat/contracts';
import { widgetText } from './widget-json.js';

/** Number of an option or task, counted by each user. */
const INDEX = { min: 0, max: 1_000 };

class WidgetChange {
  @Field(widgetText) type!: string;
}

@RefuseUnknownFields()
class PollVote extends WidgetChange {
  @Field(widgetText) key!: string;
  @OneOf([1, -1]) vote!: 1 | -1;
}

@RefuseUnknownFields()
class PollQuestion extends WidgetChange {
  @Field(widgetText) question!: string;
}

@RefuseUnknownFields()
class PollOption extends WidgetChange {
  @Field(widgetText) option!: string;
  @Integer(INDEX) idx!: number;
}

@RefuseUnknownFields()
class TodoTask extends WidgetChange {
  @Integer(INDEX) key!: number;
  @Field(widgetText) task!: string;
  @Field(widgetText) desc!: string;
  @Bool() completed!: boolean;
}

@RefuseUnknownFields()
class TodoStrike extends WidgetChange {
  @Field(widgetText) key!: string;
}

const POLL_CHANGES = { vote: PollVote, question: PollQuestion, new_option: PollOption };
const TODO_CHANGES = { new_task: TodoTask, strike: TodoStrike };

/** Throws BAD_REQUEST unless the value is a change of a poll that the user may make. */
export function checkPollChange(value: unknown, isAuthor: boolean): void {
  const type = checkChange(value, POLL_CHANGES, 'poll data');
  if (type === 'question' && !isAuthor) throw badRequest("You can't edit a question unless you are the author.");
}

/** Throws BAD_REQUEST unless the value is a change of a to-do list. */
export const checkTodoChange = (value: unknown): void => void checkChange(value, TODO_CHANGES, 'todo data');

function checkChange(value: unknown, changes: Readonly<Record<string, Class>>, name: string): string {
  const { type } = objectOf(WidgetChange).check(value, name);
  const change = Object.hasOwn(changes, type) ? changes[type] : undefined;
  if (!change) throw badRequest(`Unknown type for ${name}: ${type}`);
  objectOf(change).check(value, name);
  return type;
}
