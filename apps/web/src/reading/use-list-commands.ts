import { currentList, type ListHandle } from '../message-list/index.js';
import { useCommand } from '../shortcuts/index.js';

/** Keys that go through the messages in view. */
export function useListCommands(): void {
  const inList = (act: (list: ListHandle) => void) => () => {
    const list = currentList();
    if (list === null) return false;
    act(list);
    return true;
  };
  useCommand(
    'list.next',
    inList((list) => list.moveBy(1)),
  );
  useCommand(
    'list.previous',
    inList((list) => list.moveBy(-1)),
  );
  useCommand(
    'list.page_down',
    inList((list) => list.page(1)),
  );
  useCommand(
    'list.page_up',
    inList((list) => list.page(-1)),
  );
  useCommand(
    'list.first',
    inList((list) => list.toFirst()),
  );
  useCommand(
    'list.last',
    inList((list) => list.toLatest()),
  );
}
