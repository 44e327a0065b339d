import { badRequest } from '@chat/contracts';
import { isAmong, isBoolean, isObjectOf, isText, isWithin, memberIn, objectIn } from './json-checks.js';

/** Greatest number of an option or task, counted by each user. */
const MAX_INDEX = 1_000;

type Changes = Readonly<Record<string, ReturnType<typeof isObjectOf>>>;

const POLL_CHANGES: Changes = {
  vote: isObjectOf({ type: isText, key: isText, vote: isAmong([1, -1]) }),
  question: isObjectOf({ type: isText, question: isText }),
  new_option: isObjectOf({ type: isText, option: isText, idx: isWithin(0, MAX_INDEX) }),
};

const TODO_CHANGES: Changes = {
  new_task: isObjectOf({ type: isText, key: isWithin(0, MAX_INDEX), task: isText, desc: isText, completed: isBoolean }),
  strike: isObjectOf({ type: isText, key: isText }),
};

/** Throws BAD_REQUEST unless the value is a change of a poll that the user may make. */
export function checkPollChange(value: unknown, isAuthor: boolean): void {
  const type = checkChange(value, POLL_CHANGES, 'poll data');
  if (type === 'question' && !isAuthor) throw badRequest("You can't edit a question unless you are the author.");
}

/** Throws BAD_REQUEST unless the value is a change of a to-do list. */
export function checkTodoChange(value: unknown): void {
  checkChange(value, TODO_CHANGES, 'todo data');
}

function checkChange(value: unknown, changes: Changes, name: string): string {
  const type = memberIn(objectIn(value, name), 'type', name);
  isText(type, `${name}["type"]`);
  const check = Object.hasOwn(changes, type as string) ? changes[type as string] : undefined;
  if (!check) throw badRequest(`Unknown type for ${name}: ${type}`);
  check(value, name);
  return type as string;
}
