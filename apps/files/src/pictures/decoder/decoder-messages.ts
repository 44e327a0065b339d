import type { PictureFacts } from '@chat/contracts';

/** A smaller or converted copy of a picture, turned as its orientation says, in sRGB and without metadata. */
export interface PictureCopy {
  readonly format: 'png' | 'webp' | 'gif';
  readonly width: number;
  readonly height: number;
  /** `cover`: exactly this size, with the ends of a longer side cut off. `inside`: at most this size, never enlarged. */
  readonly fit: 'cover' | 'inside';
  /** True: all frames; such a copy is not made of a still picture. False: the first frame. */
  readonly isAnimated: boolean;
}

/** Message to a decoder process. It writes each copy to the path. */
export interface DecoderRequest {
  readonly input: string;
  readonly copies: readonly (PictureCopy & { readonly path: string })[];
}

/** `unreadable`: no picture of a known format, or a broken one. `too_large`: more pixels or frames than the limits allow. */
export type PictureFault = 'unreadable' | 'too_large';

export const PICTURE_FORMATS = ['png', 'jpeg', 'gif', 'webp', 'avif', 'tiff'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export interface DecodedFacts extends PictureFacts {
  readonly format: PictureFormat;
}

/** Message from a decoder process: once `ready`, then one reply for each request. */
export type DecoderReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'decoded'; readonly facts: DecodedFacts; readonly made: readonly boolean[] }
  | { readonly kind: 'refused'; readonly fault: PictureFault };

/** Argument of a decoder process, as JSON. */
export interface DecoderLimits {
  readonly pixels: number;
  readonly animatedPixels: number;
  readonly frames: number;
  readonly memoryBytes: number;
}
