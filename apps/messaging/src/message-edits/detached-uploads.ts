import { randomUUID } from 'node:crypto';
import { type Attachment, type FileClaimsChange, GetAttachmentsById, type Principal } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { FileClaimsRepository } from '../file-claims/file-claims.repository.js';

/** Finds the files that lost their last link by an edit. */
@Injectable()
export class DetachedUploads {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly claims: FileClaimsRepository,
    private readonly resources: ServiceResources,
  ) {}

  /** Files of the editor. Call it after the commit; it never rejects. No query and no request unless a claim was removed. */
  async after(changes: readonly FileClaimsChange[], { realmId, userId }: Principal): Promise<readonly Attachment[]> {
    const fileIds = changes.flatMap(({ removed }) => removed.map(({ fileId }) => fileId));
    if (fileIds.length === 0) return [];
    try {
      const used = new Set(await this.claims.usedAmong(realmId, fileIds));
      const unused = fileIds.filter((id) => !used.has(id));
      if (unused.length === 0) return [];
      const request = { realmId, ownerId: userId, fileIds: unused };
      return await this.client.request(GetAttachmentsById, request, { realmId, requestId: randomUUID() });
    } catch (error) {
      this.resources.logger.warn({ realmId, err: error }, 'Detached uploads not found; the edit is done');
      return [];
    }
  }
}
