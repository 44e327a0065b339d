import type { DecodedFacts } from './decoder/decoder-messages.js';

/** A received file, which no one can read yet. */
export interface ReceivedObject {
  readonly storageKey: string;
  readonly size: number;
  /** At least SIGNATURE_BYTES, unless the file is shorter. */
  readonly firstBytes: Buffer;
  readonly contentType: string;
  /** Key for a copy without metadata. It is deleted with the upload if that fails. */
  readonly strippedKey: string;
}

export interface InspectedObject {
  /** Null for a file without a preview. */
  readonly picture: DecodedFacts | null;
  /** The copy that replaces the object, stored under `strippedKey`. Undefined if the object stays as it is. */
  readonly stripped?: { readonly size: number; readonly sha256: Buffer };
}

/** Finds the pictures among received files, and removes their metadata. */
export abstract class PictureInspector {
  abstract inspect(object: ReceivedObject): Promise<InspectedObject>;
}
