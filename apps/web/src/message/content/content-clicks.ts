import { copyText } from '../../design/copy-text.js';
import { toggleSpoiler } from './spoilers.js';

export interface ContentActions {
  openPicture(link: HTMLAnchorElement): void;
  openPerson(userId: number): void;
}

/** Acts on a click on a part of content. Returns false if the click has only its meaning for the browser. */
export function clickContent(target: Element, actions: ContentActions): boolean {
  const part = target.closest<HTMLElement>('[data-part]');
  switch (part?.dataset['part']) {
    case 'copy':
      void copyCode(part);
      return true;
    case 'spoiler':
      toggleSpoiler(part);
      return true;
    case 'picture':
      actions.openPicture(part as HTMLAnchorElement);
      return true;
    case 'person':
      actions.openPerson(Number(part.dataset['userId']));
      return true;
    default:
      return false;
  }
}

const COPIED_MS = 1_500;

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.codehilite')?.querySelector('code')?.textContent ?? '';
  await copyText(code);
  button.dataset['done'] = '';
  setTimeout(() => delete button.dataset['done'], COPIED_MS);
}
