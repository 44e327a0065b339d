import { type Attachment, type AttachmentList, badRequest, type LinkedFile, type Principal } from '@chat/contracts';
import { waitUntilHandled } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { RealmUsageRepository } from '../usage/realm-usage.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';
import { describeFiles } from './describe-files.js';
import { FileRemoval } from './file-removal.js';

/** Consumer group that copies the claims of the messaging service. */
export const CLAIMS_GROUP = 'files-claims';
/** After this time a list may lack links of the newest messages. */
const MAX_WAIT_FOR_CLAIMS_MS = 2_000;

@Injectable()
export class AttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly attachments: AttachmentsRepository,
    private readonly usage: RealmUsageRepository,
    private readonly removal: FileRemoval,
    private readonly resources: ServiceResources,
  ) {}

  /** Contains the links of all messages in the log, and of those that a former release put there up to `asOf`, a position in the log. */
  async list({ realmId, userId }: Principal, asOf: string | undefined): Promise<AttachmentList> {
    await this.copiedClaims(realmId, asOf);
    const [attachments, uploadSpaceUsed] = await Promise.all([
      this.ofOwner(realmId, userId),
      this.usage.bytesUsed(realmId),
    ]);
    return { attachments, uploadSpaceUsed };
  }

  /** For the owner only: to others, administrators included, the file does not exist. */
  async remove({ realmId, userId }: Principal, fileId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const file = await this.attachments.lock(tx, { id: fileId, realmId, ownerId: userId });
      if (file === null) throw badRequest('Invalid attachment');
      await this.removal.remove(tx, file);
    });
  }

  /** With `fileIds`, those among them. */
  async ofOwner(realmId: number, ownerId: number, fileIds?: readonly number[]): Promise<Attachment[]> {
    return this.attachments.ofOwner({ realmId, ownerId }, fileIds);
  }

  /** A send does not wait until its claims are copied, so a read of the copy does. */
  private async copiedClaims(realmId: number, asOf: string | undefined): Promise<void> {
    const { redis, logger } = this.resources;
    const isCopied = await waitUntilHandled(redis, CLAIMS_GROUP, { realmId, asOf, withinMs: MAX_WAIT_FOR_CLAIMS_MS });
    if (!isCopied) logger.warn({ realmId }, 'A list of attachments may lack links: the copy of claims is behind');
  }

  describe(realmId: number, pathIds: readonly string[]): Promise<LinkedFile[]> {
    return describeFiles(this.database, realmId, pathIds);
  }
}
