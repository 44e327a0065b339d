import { randomUUID } from 'node:crypto';
import { type BeginUpload, type FileTransfer, MULTIPART_SLACK_BYTES, uploadQuotaExceeded } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { respondWithJson, type Transfer, TransferListener } from '../transfers/transfer-listener.js';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
import { FileReceiver, type IncomingFile } from './receive-file.js';

const PREFIX = '/uploads/';

@Injectable()
export class UploadsService {
  constructor(
    private readonly transfers: TransferListener,
    private readonly receiver: FileReceiver,
    private readonly usage: RealmUsageRepository,
  ) {
    transfers.serve<IncomingFile>('PUT', PREFIX, (transfer) => this.receive(transfer));
  }

  /** Refuses a file that is certainly too large before the gateway reads it. */
  async begin({ realmId, actor, fileName, contentType, maxBytes }: BeginUpload): Promise<FileTransfer> {
    const leastBytes = Math.max(0, (maxBytes ?? 0) - MULTIPART_SLACK_BYTES);
    this.receiver.requireWithinLimit(leastBytes);
    const quotaMib = await this.receiver.quotaMib(realmId);
    if (leastBytes > (await this.usage.bytesLeft(realmId, quotaMib))) throw uploadQuotaExceeded();
    const file: IncomingFile = { realmId, ownerId: actor.userId, fileName, contentType, maxBytes };
    return this.transfers.grant('PUT', PREFIX + randomUUID(), file);
  }

  private async receive({ payload, request, response }: Transfer<IncomingFile>): Promise<void> {
    try {
      respondWithJson(response, await this.receiver.receive(payload, request));
    } finally {
      // Reads the rest of a refused file, so that the connection can carry the response.
      request.resume();
    }
  }
}
