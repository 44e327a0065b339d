import {
  type ImageObject,
  type ImagePurpose,
  MAX_EMOJI_FILE_SIZE_MIB,
  REALM_EMOJI_SIZE,
  type RealmRecord,
} from '@chat/contracts';
import type { PictureCopy } from '../pictures/decoder/decoder-messages.js';

interface ImageKind {
  readonly copies: readonly (PictureCopy & { readonly object: ImageObject })[];
  readonly maxMib: (realm: RealmRecord) => number;
}

/** A still square. */
const square = (pixels: number) =>
  ({ format: 'png', fit: 'cover', width: pixels, height: pixels, isAnimated: false }) as const;

const emoji = square(REALM_EMOJI_SIZE);

/** The pictures that are stored of an upload, and its largest size. */
export const IMAGE_KINDS: Readonly<Record<ImagePurpose, ImageKind>> = {
  icon: { copies: [{ ...square(100), object: 'image.png' }], maxMib: ({ server }) => server.maxIconFileSizeMib },
  logo: {
    copies: [{ format: 'png', fit: 'inside', width: 800, height: 100, isAnimated: false, object: 'image.png' }],
    maxMib: ({ server }) => server.maxLogoFileSizeMib,
  },
  avatar: {
    copies: [
      { ...square(100), object: 'small.png' },
      { ...square(500), object: 'medium.png' },
    ],
    maxMib: ({ server }) => server.maxAvatarFileSizeMib,
  },
  emoji: {
    copies: [
      { ...emoji, object: 'image.png' },
      { ...emoji, format: 'gif', isAnimated: true, object: 'image.gif' },
    ],
    maxMib: () => MAX_EMOJI_FILE_SIZE_MIB,
  },
};
