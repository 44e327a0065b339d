import type { Attributes } from '../html/element.js';
import type { LinkedUpload } from '../render-context.js';
import { thumbnailAddress, uploadAddress } from './upload-path.js';

/** Formats of previews that every picture has, and that every animated picture has besides. */
const STILL_FORMAT = '840x560.webp';
const ANIMATED_FORMAT = '840x560-anim.webp';
/** Shown until the preview is made. Clients know its class; the address is that of their own picture. */
const PLACEHOLDER = '/static/images/loading/loader-black.svg';

const FILMS = new Set(['video/mp4', 'video/quicktime', 'video/webm']);
const SOUNDS = new Set(['audio/aac', 'audio/flac', 'audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/vnd.wave']);

/** Attributes of the picture that stands for a file; undefined for a file without a preview. Its content decides, not its name. */
export function pictureOf({ pathId, contentType, picture, preview, transcoded }: LinkedUpload): Attributes | undefined {
  if (picture === null || preview === 'none') return undefined;
  const known = {
    'data-original-content-type': contentType,
    'data-original-dimensions': `${picture.width}x${picture.height}`,
  };
  if (preview === 'pending') return { class: 'image-loading-placeholder', ...known, src: PLACEHOLDER };
  const isAnimated = picture.frames > 1;
  return {
    ...(isAnimated && { 'data-animated': 'true' }),
    ...known,
    ...(transcoded !== null && { 'data-transcoded-image': transcoded }),
    src: thumbnailAddress(pathId, isAnimated ? ANIMATED_FORMAT : STILL_FORMAT),
  };
}

/** Attributes of the film that a file is; undefined for other files. */
export const filmOf = ({ pathId, contentType }: LinkedUpload): Attributes | undefined =>
  FILMS.has(contentType) ? { preload: 'metadata', src: uploadAddress(pathId) } : undefined;

/** Whether facts about the file can change the HTML of a message that links it. */
export const isShownInMessages = (file: LinkedUpload): boolean =>
  SOUNDS.has(file.contentType) || filmOf(file) !== undefined || pictureOf(file) !== undefined;

/** The element for `![text](address)`; undefined for a file that is neither picture nor sound. */
export function embeddedFile(
  file: LinkedUpload,
  text: string,
): { readonly tag: 'img' | 'audio'; readonly attributes: Attributes } | undefined {
  if (SOUNDS.has(file.contentType)) {
    const attributes = { controls: true, preload: 'metadata', src: uploadAddress(file.pathId), title: text } as const;
    return { tag: 'audio', attributes };
  }
  const picture = pictureOf(file);
  if (picture === undefined) return undefined;
  const { class: placeholder, src, ...facts } = picture;
  const name = placeholder === undefined ? 'inline-image' : `inline-image ${placeholder}`;
  const attributes = { alt: text, class: name, ...facts, 'data-original-src': uploadAddress(file.pathId), src };
  return { tag: 'img', attributes };
}
