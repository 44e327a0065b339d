import type { ContentLabels } from './content-reader.js';
import { fitPicture, readDimensions } from './picture-size.js';

/** Pictures have names and their room before they load, films their controls. */
export function showMedia(content: DocumentFragment, labels: ContentLabels): void {
  for (const picture of content.querySelectorAll<HTMLImageElement>('.message_inline_image img, img.inline-image')) {
    showPicture(picture, labels);
  }
  for (const film of content.querySelectorAll<HTMLVideoElement>('.message_inline_video video')) {
    const link = film.closest('a');
    film.controls = true;
    film.setAttribute('aria-label', link?.title || fileName(link?.href ?? film.src));
    link?.replaceWith(film);
  }
  for (const sound of content.querySelectorAll('audio')) sound.setAttribute('aria-label', sound.title);
}

function showPicture(picture: HTMLImageElement, labels: ContentLabels): void {
  const link = picture.closest('a') ?? wrap(picture);
  const name = link.title || picture.alt || fileName(link.href);
  picture.alt = `${labels.picture}: ${name}`;
  picture.decoding = 'async';
  picture.loading = 'lazy';
  link.classList.add('picture');
  link.dataset['part'] = 'picture';
  const dimensions = readDimensions(picture.dataset['originalDimensions']);
  if (dimensions !== null) {
    const { width, height } = fitPicture(dimensions);
    link.style.setProperty('--width', `${width}px`);
    link.style.setProperty('--ratio', `${width} / ${height}`);
  }
  // The preview is not made yet; an event brings the content with it.
  if (picture.classList.contains('image-loading-placeholder')) {
    picture.removeAttribute('src');
    link.classList.add('pending');
  }
}

/** A picture inside text is a link to its original, as a preview is. */
function wrap(picture: HTMLImageElement): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = picture.dataset['originalSrc'] ?? picture.src;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  picture.replaceWith(link);
  link.append(picture);
  return link;
}

function fileName(address: string): string {
  const last = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
