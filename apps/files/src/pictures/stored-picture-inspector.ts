import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setting } from '@chat/configuration';
import { badImage } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../storage/file-storage.js';
import type { DecodedFacts, PictureFormat } from './decoder/decoder-messages.js';
import { PictureDecoders, PictureRefused } from './decoder/picture-decoders.js';
import { withScratchFolder } from './decoder/scratch-folder.js';
import { type Pieces, UnknownStructure } from './metadata/pieces.js';
import { formatOf } from './metadata/signature.js';
import { bytesOf, withoutMetadata } from './metadata/strip-metadata.js';
import { RawPhoto } from './metadata/tiff.js';
import { type InspectedObject, PictureInspector, type ReceivedObject } from './picture-inspector.js';
import { MAX_INSPECTIONS } from './picture-limits.js';
import { Slots } from './slots.js';

/** Decides by the content of an object whether it is a picture, and removes its metadata. */
@Injectable()
export class StoredPictureInspector extends PictureInspector {
  private readonly keepsMetadata = setting('KEEP_IMAGE_METADATA');
  private readonly slots = new Slots(MAX_INSPECTIONS);

  constructor(
    private readonly storage: FileStorage,
    private readonly decoders: PictureDecoders,
  ) {
    super();
  }

  async inspect(object: ReceivedObject): Promise<InspectedObject> {
    const format = formatOf(object.firstBytes);
    if (format === undefined) return { picture: null };
    return this.slots.use(() => withScratchFolder((folder) => this.inspectIn(folder, object, format)));
  }

  private async inspectIn(folder: string, object: ReceivedObject, format: PictureFormat): Promise<InspectedObject> {
    const path = join(folder, 'picture');
    await pipeline(await this.storage.get(object.storageKey), createWriteStream(path));
    try {
      const picture = await this.factsOf(path, folder);
      const pieces = this.keepsMetadata ? undefined : await piecesOf(path, format, picture !== null);
      if (pieces === undefined) return { picture };
      return { picture, stripped: await this.store(path, pieces, object.strippedKey) };
    } catch (error) {
      if (error instanceof RawPhoto) return { picture: null };
      throw error;
    }
  }

  private async factsOf(path: string, folder: string): Promise<DecodedFacts | null> {
    try {
      return (await this.decoders.decodeFile(path, [], folder)).facts;
    } catch (error) {
      if (error instanceof PictureRefused) return null;
      throw error;
    }
  }

  private async store(path: string, pieces: Pieces, key: string): Promise<{ size: number; sha256: Buffer }> {
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const [size] = await Promise.all([this.storage.put(key, hashed), pipeline(bytesOf(path, pieces), hashed)]);
    return { size, sha256: hash.digest() };
  }
}

/** A picture with metadata that cannot be found is refused, since its sender expects them to go. Other files stay as they are. */
async function piecesOf(path: string, format: PictureFormat, isPicture: boolean): Promise<Pieces | undefined> {
  try {
    return await withoutMetadata(path, format);
  } catch (error) {
    if (!(error instanceof UnknownStructure)) throw error;
    if (isPicture) throw badImage('The metadata of this picture could not be removed.');
    return undefined;
  }
}
