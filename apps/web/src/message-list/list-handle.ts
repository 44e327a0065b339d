/** The list of messages in view, for keys and other parts of the page. */
export interface ListHandle {
  /** Whether the view ends at the newest message. */
  readonly isAtEnd: boolean;
  /** The message in sight that has or had the focus, else the last one at the end, else the first one in sight; null in an empty list. */
  selectedId(): number | null;
  /** Gives the focus to the selected message without scrolling. False in an empty list. */
  focusSelected(): boolean;
  /** Moves the focus by messages, and the view only as far as needed. */
  moveBy(count: number): void;
  /** Scrolls by almost the height of the view. */
  page(direction: 1 | -1): void;
  toFirst(): void;
  toLatest(): void;
}

let current: ListHandle | null = null;

/** Null if the view has no messages. */
export const currentList = (): ListHandle | null => current;

/** Returns the function that takes it back. */
export function setCurrentList(list: ListHandle): () => void {
  current = list;
  return () => {
    if (current === list) current = null;
  };
}
