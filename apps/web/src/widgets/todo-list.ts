import { type Change, isIndex, isObject, textIn } from './change.js';

export interface Task {
  /** Names the task in strikes. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isDone: boolean;
}

export interface TodoList {
  readonly tasks: readonly Task[];
  /** For the next task of each person that has added one. */
  readonly nextIndex: ReadonlyMap<number, number>;
}

/** The list after its changes, by the rules of other clients: a task that is there already is not added again. */
export function foldTodoList(changes: readonly Change[]): TodoList {
  const tasks = new Map<string, Task>();
  const names = new Set<string>();
  const nextIndex = new Map<number, number>();
  for (const { senderId, data } of changes) {
    if (!isObject(data)) continue;
    if (data['type'] === 'strike') {
      const task = tasks.get(textIn(data, 'key'));
      if (task) tasks.set(task.key, { ...task, isDone: !task.isDone });
    }
    if (data['type'] !== 'new_task' || !isIndex(data['key'])) continue;
    const [name, index] = [textIn(data, 'task'), data['key']];
    nextIndex.set(senderId, Math.max(nextIndex.get(senderId) ?? 0, index + 1));
    if (names.has(name)) continue;
    const key = `${index},${senderId}`;
    names.delete(tasks.get(key)?.name ?? '');
    names.add(name);
    tasks.set(key, { key, name, description: textIn(data, 'desc'), isDone: data['completed'] === true });
  }
  return { tasks: [...tasks.values()], nextIndex };
}
