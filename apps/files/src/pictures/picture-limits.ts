const MIB = 1024 * 1024;

/** Pixels of a picture; a small file can unpack to gigabytes. */
export const MAX_PICTURE_PIXELS = 90_000_000;
/** Pixels of an animated picture, all frames together. */
export const MAX_ANIMATED_PIXELS = 30_000_000;
export const MAX_PICTURE_FRAMES = 1_000;
/** Time and memory that the decoder has for one picture. */
export const DECODER_TIMEOUT_MS = 10_000;
export const DECODER_MEMORY_BYTES = 512 * MIB;
/** Decoder processes of one replica. */
export const MAX_DECODERS = 2;
/** Pictures that may wait for a decoder. */
export const MAX_WAITING_PICTURES = 500;
/** A decoder without work ends after this time, since it occupies memory. */
export const DECODER_IDLE_MS = 60_000;
