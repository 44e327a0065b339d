export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Largest picture in a message, in CSS pixels. */
export const MAX_WIDTH = 440;
export const MAX_HEIGHT = 320;
/** Narrow or flat pictures stay large enough to be hit. */
const MIN_SIDE = 24;

/** `1600x900`, as the server writes the size of an original; null for anything else. */
export function readDimensions(text: string | undefined): PictureSize | null {
  const match = /^(\d{1,6})x(\d{1,6})$/.exec(text ?? '');
  const width = Number(match?.[1] ?? 0);
  const height = Number(match?.[2] ?? 0);
  return width > 0 && height > 0 ? { width, height } : null;
}

/** The room of a picture: its shape within the limits, never larger than itself. */
export function fitPicture({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return {
    width: Math.max(MIN_SIDE, Math.round(width * scale)),
    height: Math.max(MIN_SIDE, Math.round(height * scale)),
  };
}
