import { randomUUID } from 'node:crypto';
import { DescribeFiles, type LinkedFile, MAX_CLAIMED_FILES_PER_MESSAGE } from '@chat/contracts';
import { RedisTransportClient } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../access/visible-messages.js';
import { FileClaimsRepository } from './file-claims.repository.js';
import { KnownFiles } from './known-files.js';

@Injectable()
export class LinkedFiles {
  constructor(
    private readonly client: RedisTransportClient,
    private readonly claims: FileClaimsRepository,
    private readonly known: KnownFiles,
  ) {}

  /**
   * The files among `paths` that the author may read, as owner or by a message. Further links than MAX_CLAIMED_FILES_PER_MESSAGE are
   * ignored. One request, none if all files are known; one query if another user owns one of the files. A missing files service is a 503.
   */
  async readableBy(author: Viewer, paths: readonly string[]): Promise<readonly LinkedFile[]> {
    const { realmId, userId } = author;
    const pathIds = paths.slice(0, MAX_CLAIMED_FILES_PER_MESSAGE);
    const files = await this.known.among(realmId, pathIds, (unknown) => this.describe(realmId, unknown));
    const others = files.filter(({ ownerId }) => ownerId !== userId).map(({ fileId }) => fileId);
    if (others.length === 0) return files;
    const readable = await this.claims.readableAmong(author, realmId, others);
    return files.filter(({ fileId, ownerId }) => ownerId === userId || readable.has(fileId));
  }

  /** The present files among at most MAX_CLAIMED_FILES_PER_MESSAGE paths. */
  describe(realmId: number, pathIds: readonly string[]): Promise<readonly LinkedFile[]> {
    return this.client.request(DescribeFiles, { realmId, pathIds }, { realmId, requestId: randomUUID() });
  }
}
