import {
  ApiError,
  badRequest,
  type FileTransfer,
  MAX_SPECTATOR_READS_PER_DAY,
  type MakeTemporaryAddress,
  MayReadFile,
  type OpenFile,
  type OpenTemporaryFile,
  type Principal,
  type TemporaryAddress,
} from '@chat/contracts';
import type { RequestContext } from '@chat/redis-rpc';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import type { FileEntity } from '../attachments/file.entity.js';
import { Previews } from '../pictures/previews/previews.service.js';
import { FileStorage } from '../storage/file-storage.js';
import { TransferListener } from '../transfers/transfer-listener.js';
import { DownloadsRepository } from './downloads.repository.js';
import { FileServer, PREFIX, type ServedFile } from './file-server.js';
import { type TemporaryAccess, TemporaryTokens } from './temporary-tokens.js';

const fileNotFound = (): ApiError => new ApiError('BAD_REQUEST', 'File not found.', 404);
const mayNotRead = (): ApiError => new ApiError('BAD_REQUEST', 'You are not authorized to view this file.', 403);

@Injectable()
export class DownloadsService {
  private readonly tokens = new TemporaryTokens();

  constructor(
    private readonly downloads: DownloadsRepository,
    private readonly transfers: TransferListener,
    private readonly server: FileServer,
    private readonly previews: Previews,
    private readonly storage: FileStorage,
    private readonly resources: ServiceResources,
  ) {
    for (const verb of ['GET', 'HEAD'] as const) {
      transfers.serve<ServedFile>(verb, PREFIX, (transfer) => this.server.respond(transfer));
    }
  }

  async open(
    { realmId, reader, pathId, verb, asAttachment, format }: OpenFile,
    context: RequestContext,
  ): Promise<FileTransfer> {
    const file = await this.readable(realmId, reader, pathId, context);
    return this.grant(file, verb, { asAttachment, format });
  }

  async makeTemporaryAddress(
    { realmId, reader, pathId, asAttachment, format = null }: MakeTemporaryAddress,
    context: RequestContext,
  ): Promise<TemporaryAddress> {
    const { id } = await this.readable(realmId, reader, pathId, context);
    const token = this.tokens.issue({ fileId: id, asAttachment, format });
    return { url: `/user_uploads/temporary/${token}/${encodeURIComponent(lastSegment(pathId))}` };
  }

  /** The token alone gives access: the host of temporary addresses may belong to no realm. */
  async openTemporary({ token, fileName, verb }: OpenTemporaryFile): Promise<FileTransfer> {
    const content = this.tokens.open(token);
    const file = content && (await this.downloads.findById(content.fileId));
    if (!content || !file) throw badRequest('Invalid token');
    if (lastSegment(file.pathId) !== fileName) throw badRequest('Invalid filename');
    return this.grant(file, verb, content);
  }

  private async grant(
    file: FileEntity,
    verb: 'GET' | 'HEAD',
    { asAttachment, format }: Omit<TemporaryAccess, 'fileId'>,
  ): Promise<FileTransfer> {
    if (format !== null) return this.grantPreview(file, verb, format);
    const { id, storageKey, size, contentType, name, sha256 } = file;
    const etag = `"${sha256?.toString('base64url') ?? id}"`;
    const served: ServedFile = { storageKey, size, contentType, name, etag, asAttachment };
    return this.transfers.grant(verb, `${PREFIX}${id}`, served);
  }

  private async grantPreview(file: FileEntity, verb: 'GET' | 'HEAD', format: string): Promise<FileTransfer> {
    const storageKey = await this.previews.keyOf(file, format);
    const preview = storageKey && (await this.storage.head(storageKey));
    if (!preview) throw fileNotFound();
    const name = lastSegment(preview.key);
    const served = {
      storageKey: preview.key,
      size: preview.size,
      name,
      etag: `"${file.id}-${name}"`,
      asAttachment: false,
    };
    return this.transfers.grant(verb, `${PREFIX}${file.id}`, {
      ...served,
      contentType: 'image/webp',
    } satisfies ServedFile);
  }

  private async readable(
    realmId: number,
    reader: Principal | null,
    pathId: string,
    context: RequestContext,
  ): Promise<FileEntity> {
    const file = await this.downloads.findByPath(realmId, pathId);
    if (file === null) throw fileNotFound();
    if (reader?.userId === file.ownerId) return file;
    const isReadable = await this.resources.client.request(MayReadFile, { realmId, reader, fileId: file.id }, context);
    if (!isReadable) throw mayNotRead();
    if (reader !== null) return file;
    const reads = await this.downloads.countSpectatorRead(file.id);
    if (reads > MAX_SPECTATOR_READS_PER_DAY) throw mayNotRead();
    return file;
  }
}

const lastSegment = (pathId: string): string => pathId.slice(pathId.lastIndexOf('/') + 1);
