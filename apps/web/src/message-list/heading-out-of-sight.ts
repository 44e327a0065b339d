import { indexOfFirstBelow, messageIdOf } from './elements.js';

/** The heading that lies over the start of the view. */
interface HeadingOutOfSight {
  /** A message of the conversation; null while the heading itself is in sight. */
  readonly id: number | null;
  /** Pixels, at most 0, by which the heading of the next conversation pushes this one out of the view. */
  readonly shift: number;
}

/** In a heading, the distance of its text from its upper edge, minus that in the bar over the list. */
const HEADING_START_PX = 14;

/** Finds the conversation at the start of the view; `height` is that of the bar. */
export function headingOutOfSight(list: Element, viewTop: number, height: number): HeadingOutOfSight {
  const { children } = list;
  const topOf = (message: Element | undefined): number => {
    const heading = message?.querySelector(':scope > [data-heading]');
    return heading == null
      ? Number.NEGATIVE_INFINITY
      : heading.getBoundingClientRect().top + HEADING_START_PX - viewTop;
  };
  let index = indexOfFirstBelow(list, viewTop);
  // The heading of this message is still to come.
  if (topOf(children[index]) > 0) index--;
  const id = messageIdOf(children[index]);
  if (id === null) return { id, shift: 0 };
  for (let next = index + 1; next < children.length; next++) {
    const message = children[next] as Element;
    if (message.getBoundingClientRect().top - viewTop >= height) break;
    const top = topOf(message);
    if (top > Number.NEGATIVE_INFINITY) return { id, shift: Math.min(0, top - height) };
  }
  return { id, shift: 0 };
}
