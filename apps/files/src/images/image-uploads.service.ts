import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type BeginImage,
  type BeginImageMove,
  badImage,
  type FileTransfer,
  fileTooLarge,
  type ImageObject,
  type ImagePurpose,
  MULTIPART_SLACK_BYTES,
  serviceUnavailable,
  type UploadedImage,
} from '@chat/contracts';
import { RealmRecords } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { DecodersBusy, PictureDecoders, PictureRefused } from '../pictures/decoder/picture-decoders.js';
import { FileStorage } from '../storage/file-storage.js';
import { respondWithJson, type Transfer, TransferListener } from '../transfers/transfer-listener.js';
import { type ImageName, imageKey } from './image-keys.js';
import { IMAGE_KINDS } from './image-kinds.js';
import { ImagesRepository } from './images.repository.js';

const BYTES_PER_MIB = 1024 * 1024;
const TOKEN_BYTES = 16;
/** Pixels of a frame. A small file can unpack to gigabytes. */
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 500;
/** Never SVG: it can hold scripts and name other files. */
const FORMATS: readonly string[] = ['png', 'jpeg', 'gif', 'webp'];

interface NewImage {
  readonly realmId: number;
  readonly purpose: ImagePurpose;
  readonly maxMib: number;
}

interface MovedPicture extends ImageName {
  readonly object: ImageObject;
}

/** Stores icons, logos, avatars and emoji in their sizes. The pictures are encoded again, so they contain no metadata. */
@Injectable()
export class ImageUploadsService {
  constructor(
    private readonly transfers: TransferListener,
    private readonly realms: RealmRecords,
    private readonly decoders: PictureDecoders,
    private readonly storage: FileStorage,
    private readonly images: ImagesRepository,
  ) {
    transfers.serve<NewImage>('PUT', '/images/new/', (transfer) => this.receive(transfer));
    transfers.serve<MovedPicture>('PUT', '/images/moved/', (transfer) => this.receiveMoved(transfer));
  }

  /** Refuses a file that is certainly too large before the gateway reads it. */
  async begin({ realmId, purpose, maxBytes }: BeginImage): Promise<FileTransfer> {
    const maxMib = IMAGE_KINDS[purpose].maxMib(await this.realms.get(realmId));
    if ((maxBytes ?? 0) - MULTIPART_SLACK_BYTES > maxMib * BYTES_PER_MIB) throw fileTooLarge(maxMib);
    const image: NewImage = { realmId, purpose, maxMib };
    return this.transfers.grant('PUT', `/images/new/${newToken()}`, image);
  }

  beginMove({ realmId, purpose, token, object }: BeginImageMove): FileTransfer {
    const picture: MovedPicture = { realmId, purpose, token, object };
    imageKey(picture, object);
    return this.transfers.grant('PUT', `/images/moved/${token}/${object}`, picture);
  }

  private async receive({ payload, request, response }: Transfer<NewImage>): Promise<void> {
    const { realmId, purpose, maxMib } = payload;
    try {
      const bytes = Readable.from(limited(request, maxMib));
      respondWithJson(response, await this.store({ realmId, purpose, token: newToken() }, bytes));
    } finally {
      // Reads the rest of a refused file, so that the connection can carry the response.
      request.resume();
    }
  }

  private async store(image: ImageName, bytes: Readable): Promise<UploadedImage> {
    const { copies } = IMAGE_KINDS[image.purpose];
    try {
      return await this.decoders.decode(bytes, copies, async ({ facts, copies: paths }) => {
        const { format, width, height, frames } = facts;
        if (!FORMATS.includes(format)) throw new PictureRefused('unreadable');
        if (width * height > MAX_PIXELS || frames > MAX_FRAMES) throw new PictureRefused('too_large');
        const made = copies.flatMap(({ object }, index) => {
          const path = paths[index] ?? null;
          return path === null ? [] : [{ object, path }];
        });
        await this.images.add(
          image,
          made.map(({ object }) => object),
        );
        for (const { object, path } of made) await this.storage.put(imageKey(image, object), createReadStream(path));
        return { token: image.token, isAnimated: made.some(({ object }) => object === 'image.gif') };
      });
    } catch (error) {
      throw imageError(error, image.purpose);
    }
  }

  /** The pictures were encoded by release 0.1.0. */
  private async receiveMoved({ payload, request, response }: Transfer<MovedPicture>): Promise<void> {
    await this.images.add(payload, [payload.object]);
    await this.storage.put(imageKey(payload, payload.object), request);
    respondWithJson(response, {});
  }
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');

async function* limited(request: Readable, maxMib: number): AsyncGenerator<Buffer> {
  let size = 0;
  // The connection stays open for an error.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxMib * BYTES_PER_MIB) throw fileTooLarge(maxMib);
    yield chunk;
  }
}

function imageError(error: unknown, purpose: ImagePurpose): unknown {
  if (error instanceof DecodersBusy) return serviceUnavailable('files', 'not_started');
  if (!(error instanceof PictureRefused)) return error;
  return error.fault === 'too_large' && purpose !== 'emoji' ? badImage('Image size exceeds limit.') : badImage();
}
