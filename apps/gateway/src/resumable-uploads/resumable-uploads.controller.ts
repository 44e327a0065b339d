import type { IncomingHttpHeaders } from 'node:http';
import {
  API_PREFIX,
  ApiError,
  ContinueResumableUpload,
  CreateResumableUpload,
  continueResumableUpload,
  createResumableUpload,
  FindResumableUpload,
  getResumableUpload,
  type Principal,
  type ResumableUpload,
  type ResumedUpload,
  TerminateResumableUpload,
  terminateResumableUpload,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { FileTransfers } from '../file-transfers/file-transfers.js';
import { FileTransfersModule } from '../file-transfers/file-transfers.module.js';
import { UploadLeases } from '../file-transfers/upload-leases.js';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { hasBody } from '../http/tus.js';
import { checksumIn, lengthIn, metadataIn, offsetIn } from './upload-headers.js';

type CallOfUser = Call & { readonly principal: Principal };

/** Speaks tus with clients. The files service has the uploads. */
@Controller()
export class ResumableUploadsController {
  constructor(
    private readonly transfers: FileTransfers,
    private readonly leases: UploadLeases,
  ) {}

  @Endpoint(createResumableUpload)
  create(call: Call<typeof createResumableUpload>) {
    return this.leases.during(call, async () => {
      const { length, upload } = await this.begin(call);
      const location = `${API_PREFIX}/tus/${upload.id}`;
      // An empty file is complete at once.
      if (length > 0 && !hasBody(call.headers)) return respond(201, { location, ...expiryOf(upload) });
      try {
        const resumed = await this.append(call, upload.id, 0);
        return respond(201, { location, ...headersOf(resumed, length) }, resumed);
      } catch (error) {
        // The client does not know the address.
        await this.terminate(call, upload.id).catch(() => {});
        throw error;
      }
    });
  }

  @Endpoint(getResumableUpload)
  async get(call: Call<typeof getResumableUpload>) {
    const { realmId, principal: actor, parameters } = call;
    const upload = await call.request(FindResumableUpload, { realmId, actor, ...parameters });
    const { metadata, length } = upload;
    return respond(200, {
      'upload-length': String(length),
      'cache-control': 'no-store',
      ...(metadata !== '' && { 'upload-metadata': metadata }),
      ...headersOf(upload, length),
    });
  }

  @Endpoint(continueResumableUpload)
  continue(call: Call<typeof continueResumableUpload>) {
    const { uploadId } = call.parameters;
    return this.leases.during(call, async () => {
      const resumed = await this.append(call, uploadId, offsetIn(call.headers));
      const isComplete = resumed.file !== null;
      return respond(isComplete ? 200 : 204, headersOf(resumed, isComplete ? resumed.offset : undefined), resumed);
    });
  }

  @Endpoint(terminateResumableUpload)
  async end(call: Call<typeof terminateResumableUpload>) {
    await this.terminate(call, call.parameters.uploadId);
    return respond(204, {});
  }

  private async begin(call: CallOfUser): Promise<{ length: number; upload: ResumableUpload }> {
    const { realmId, principal: actor, headers } = call;
    const length = lengthIn(headers);
    const { text: metadata, fileName, contentType } = metadataIn(headers);
    const fields = { realmId, actor, length, metadata, fileName, contentType };
    // The file is too large: for its limit or for the quota.
    const upload = await call.request(CreateResumableUpload, fields).catch(withStatusInsteadOf400(413));
    return { length, upload };
  }

  private async append(call: CallOfUser, uploadId: string, offset: number): Promise<ResumedUpload> {
    const { realmId, principal: actor, headers, bytes } = call;
    const known = { offset, bytes: declaredLength(headers), checksum: checksumIn(headers) };
    const transfer = await call.request(ContinueResumableUpload, { realmId, actor, uploadId, ...known });
    call.beginChange();
    return call
      .duringTransfer(() => this.transfers.put<ResumedUpload>(transfer, bytes))
      .catch(withStatusInsteadOf400(422));
  }

  private terminate(call: CallOfUser, uploadId: string): Promise<void> {
    const { realmId, principal: actor } = call;
    return call.request(TerminateResumableUpload, { realmId, actor, uploadId });
  }
}

/** Null if the client sends the body in chunks. */
function declaredLength({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders) {
  return encoding === undefined ? Number(length ?? 0) : null;
}

type Progress = Pick<ResumableUpload, 'offset' | 'expiresAtMs'>;

const expiryOf = ({ expiresAtMs }: Progress) => ({ 'upload-expires': new Date(expiresAtMs).toUTCString() });

/** A complete upload does not expire. */
const headersOf = (upload: Progress, length: number | undefined): Record<string, string> => ({
  'upload-offset': String(upload.offset),
  ...(upload.offset !== length && expiryOf(upload)),
});

/** The last request of an upload has the address of the file, which clients need. */
function respond(status: number, headers: Record<string, string>, resumed?: ResumedUpload): FileResponse {
  const file = resumed?.file ?? null;
  const body = file === null ? '' : JSON.stringify({ url: `/user_uploads/${file.pathId}`, filename: file.filename });
  return new FileResponse('application/json; charset=utf-8', body, headers, status);
}

/** Clients repeat requests after a 400. */
const withStatusInsteadOf400 =
  (status: number) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new ApiError(error.code, error.message, status, error.fields);
  };

@Module({ imports: [FileTransfersModule], controllers: [ResumableUploadsController] })
export class ResumableUploadsModule {}
