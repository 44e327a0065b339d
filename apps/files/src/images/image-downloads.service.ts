import { pipeline } from 'node:stream/promises';
import { type FileTransfer, notFound, type OpenImage } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { FileStorage } from '../storage/file-storage.js';
import { type Transfer, TransferListener } from '../transfers/transfer-listener.js';
import { imageKey } from './image-keys.js';

interface StoredPicture {
  readonly key: string;
}

/** Serves stored pictures. They are public; only their addresses cannot be guessed. */
@Injectable()
export class ImageDownloadsService {
  constructor(
    private readonly transfers: TransferListener,
    private readonly storage: FileStorage,
  ) {
    transfers.serve<StoredPicture>('GET', '/images/', (transfer) => this.send(transfer));
  }

  open({ realmId, purpose, token, object }: OpenImage): FileTransfer {
    const key = imageKey({ realmId, purpose, token }, object);
    const picture: StoredPicture = { key };
    return this.transfers.grant('GET', `/${key}`, picture);
  }

  private async send({ payload: { key }, response }: Transfer<StoredPicture>): Promise<void> {
    const found = await this.storage.head(key);
    if (found === undefined) throw notFound();
    const bytes = await this.storage.get(key);
    const contentType = key.endsWith('.gif') ? 'image/gif' : 'image/png';
    response.writeHead(200, { 'content-type': contentType, 'content-length': found.size });
    await pipeline(bytes, response);
  }
}
