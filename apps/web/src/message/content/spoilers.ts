import type { ContentLabels } from './content-reader.js';

/** A part of a message is about to grow because the reader opens it. */
export const CONTENT_OPENS = 'contentopens';

let count = 0;

/** A spoiler opens by its button, and by the browser's search in the page. */
export function showSpoilers(content: DocumentFragment, labels: ContentLabels): void {
  for (const block of content.querySelectorAll('.spoiler-block')) {
    const header = block.querySelector<HTMLElement>(':scope > .spoiler-header');
    const body = block.querySelector<HTMLElement>(':scope > .spoiler-content');
    if (header === null || body === null) continue;
    if (header.textContent?.trim() === '') header.append(labels.spoiler);
    body.id = `spoiler-${++count}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset['part'] = 'spoiler';
    button.setAttribute('aria-label', labels.toggleSpoiler);
    button.setAttribute('aria-controls', body.id);
    header.prepend(button);
    expandSpoiler(button, body, false);
    body.addEventListener('beforematch', () => expandSpoiler(button, body, true));
  }
}

export function toggleSpoiler(button: HTMLElement): void {
  const body = document.getElementById(button.getAttribute('aria-controls') ?? '');
  button.dispatchEvent(new Event(CONTENT_OPENS, { bubbles: true }));
  if (body !== null) expandSpoiler(button, body, button.getAttribute('aria-expanded') !== 'true');
}

function expandSpoiler(button: HTMLElement, body: HTMLElement, isExpanded: boolean): void {
  button.setAttribute('aria-expanded', String(isExpanded));
  body.removeAttribute('aria-hidden');
  if (isExpanded) body.removeAttribute('hidden');
  else body.setAttribute('hidden', 'until-found');
}
