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
/** Of them, those that may make copies. The last one only reads facts, so that slow pictures do not hold up uploads. */
export const MAX_COPYING_DECODERS = MAX_DECODERS - 1;
/** Pictures that may wait for a decoder. */
export const MAX_WAITING_PICTURES = 500;
/** A decoder without work ends after this time, since it occupies memory. */
export const DECODER_IDLE_MS = 60_000;
/** Pictures that one replica examines at once, each with a copy on its disk. */
export const MAX_INSPECTIONS = 4;
/** Pictures for which one replica makes thumbnails at once; each reads the picture while another one is decoded. */
export const MAX_PREVIEWS_UNDER_WAY = 2;
/** Pictures that wait for it. */
export const MAX_WAITING_PREVIEWS = 500;
/** Readers that wait for thumbnails at one replica, and their time. */
export const MAX_PREVIEW_WAITS = 200;
export const PREVIEW_WAIT_MS = 15_000;
/** Time after which another replica makes the thumbnails. Longer than two tries of the decoder and all transfers. */
export const PREVIEW_CLAIM_SECONDS = 90;
/** A message shows a placeholder if its thumbnail is so late. */
export const PREVIEW_LATE_SECONDS = 2;
/** A picture is broken if so many replicas died or gave up with it. */
export const MAX_PREVIEW_ATTEMPTS = 4;
/** Time until the next try after a failure of the storage, and between searches for forgotten previews. */
export const PREVIEW_RETRY_SECONDS = 10;
export const PREVIEW_SEARCH_MS = 15_000;
