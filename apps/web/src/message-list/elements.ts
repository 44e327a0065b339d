export const messageIdOf = (element: Element | null | undefined): number | null => {
  const id = (element as HTMLElement | null | undefined)?.dataset['messageId'];
  return id === undefined ? null : Number(id);
};

export const elementOf = (list: Element, id: number): HTMLElement | null =>
  list.querySelector<HTMLElement>(`:scope > [data-message-id="${id}"]`);

/** Index of the first child that ends below a place; the number of children if there is none. */
export function indexOfFirstBelow({ children }: Element, place: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle] as Element).getBoundingClientRect().bottom <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Messages with their end in sight, and one that fills the view. */
export function idsInSight(list: Element, view: { readonly top: number; readonly bottom: number }): readonly number[] {
  const ids: number[] = [];
  for (let index = indexOfFirstBelow(list, view.top); index < list.children.length; index++) {
    const element = list.children[index] as Element;
    const { top, bottom } = element.getBoundingClientRect();
    if (top >= view.bottom) break;
    const isSeen = bottom <= view.bottom + 1 || top <= view.top;
    const id = isSeen ? messageIdOf(element) : null;
    if (id !== null) ids.push(id);
  }
  return ids;
}

/**
 * Tells assistive programs the position of each message. Written past React: a message that arrives changes the total on
 * every element, and nothing else there. `known` is the number of the server's messages; undefined if it is unknown.
 */
export function writePositions(list: Element, start: number, known: number | undefined): void {
  const total = known === undefined ? -1 : known + countOutgoing(list);
  let position = start;
  for (const element of list.children) {
    position++;
    write(element, 'aria-posinset', String(position));
    write(element, 'aria-setsize', String(total));
  }
}

/** Messages that are not sent yet stand at the end. Found from there, as a selector would visit every element of every message. */
function countOutgoing(list: Element): number {
  let count = 0;
  for (
    let last = list.lastElementChild;
    last !== null && messageIdOf(last) === null;
    last = last.previousElementSibling
  ) {
    count++;
  }
  return count;
}

function write(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** One message of the list is in the tab order: the one that had the focus last, else the first in sight. */
export function writeTabStop(list: Element, preferred: Element | null): void {
  const stop = preferred !== null && list.contains(preferred) ? preferred : list.lastElementChild;
  for (const element of list.children) {
    if (element !== stop && (element as HTMLElement).tabIndex === 0) element.setAttribute('tabindex', '-1');
  }
  if (stop !== null) write(stop, 'tabindex', '0');
}
