import type { FilesInUse, MayReadFile } from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { RealmProjections } from '../projections/realm-projections.js';
import { FileClaimsRepository } from './file-claims.repository.js';

/** Which messages give access to which files. Whether a user sees a message is decided by `visible-messages.ts` alone. */
@Injectable()
export class FileClaimsService {
  constructor(
    private readonly claims: FileClaimsRepository,
    private readonly projections: RealmProjections,
  ) {}

  async mayRead({ realmId, reader, fileId }: MayReadFile): Promise<boolean> {
    if (reader === null && !(await this.projections.realm(realmId)).webPublicStreamsEnabled) return false;
    return (await this.claims.readableAmong(reader, realmId, [fileId])).has(fileId);
  }

  inUse({ realmId, fileIds }: FilesInUse): Promise<readonly number[]> {
    return this.claims.usedAmong(realmId, fileIds);
  }
}
