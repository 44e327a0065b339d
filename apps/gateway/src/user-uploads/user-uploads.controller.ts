import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import {
  ApiError,
  BeginUpload,
  downloadFile,
  getFile,
  getTemporaryAddress,
  getTemporaryFile,
  getThumbnail,
  MakeTemporaryAddress,
  OpenFile,
  OpenTemporaryFile,
  type UploadedFile,
  uploadFile,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { FileTransfers } from '../file-transfers/file-transfers.js';
import { FileTransfersModule } from '../file-transfers/file-transfers.module.js';
import { UploadLeases } from '../file-transfers/upload-leases.js';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { fileResponse } from './file-response.js';

type FileCall = Call<typeof getFile>;

@Controller()
export class UserUploadsController {
  constructor(
    private readonly transfers: FileTransfers,
    private readonly leases: UploadLeases,
  ) {}

  @Endpoint(uploadFile)
  upload(call: Call<typeof uploadFile>) {
    return this.leases.during(call.principal, () => this.receive(call));
  }

  private async receive(call: Call<typeof uploadFile>) {
    const { fileName, contentType, bytes } = call.file;
    const transfer = await call.request(BeginUpload, {
      realmId: call.realmId,
      actor: call.principal,
      fileName,
      contentType,
      maxBytes: declaredLength(call.headers),
    });
    call.beginChange();
    const { pathId, filename } = await call.duringTransfer(() => this.transfers.put<UploadedFile>(transfer, bytes));
    const url = `/user_uploads/${pathId}`;
    return { url, uri: url, filename };
  }

  @Endpoint(getFile)
  file(call: FileCall) {
    return this.open(call, pathIdOf(call), { asAttachment: false });
  }

  @Endpoint(downloadFile)
  download(call: FileCall) {
    return this.open(call, pathIdOf(call), { asAttachment: true });
  }

  @Endpoint(getThumbnail)
  thumbnail(call: FileCall) {
    const path = pathIdOf(call);
    const slash = path.lastIndexOf('/');
    return this.open(call, path.slice(0, slash), { asAttachment: false, format: path.slice(slash + 1) });
  }

  @Endpoint(getTemporaryAddress)
  temporaryAddress(call: Call<typeof getTemporaryAddress>) {
    const { principal: reader, realmId } = call;
    return call.request(MakeTemporaryAddress, { realmId, reader, pathId: pathIdOf(call), asAttachment: false });
  }

  @Endpoint(getTemporaryFile)
  async temporaryFile(call: Call<typeof getTemporaryFile>) {
    const transfer = await call.request(OpenTemporaryFile, {
      realmId: call.realmId,
      ...call.parameters,
      verb: verbOf(call),
    });
    return fileResponse(await this.transfers.open(verbOf(call), transfer, readHeaders(call)));
  }

  private async open(
    call: FileCall,
    pathId: string,
    { asAttachment, format = null }: { asAttachment: boolean; format?: string | null },
  ): Promise<FileResponse> {
    const { principal: reader, realmId } = call;
    const verb = verbOf(call);
    try {
      const transfer = await call.request(OpenFile, { realmId, reader, pathId, verb, asAttachment, format });
      return fileResponse(await this.transfers.open(verb, transfer, readHeaders(call)));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return refusal(error);
      throw error;
    }
  }
}

const pathIdOf = ({ parameters: { realmId, path } }: Pick<FileCall, 'parameters'>): string => `${realmId}/${path}`;

const verbOf = ({ isHead }: Pick<Call, 'isHead'>) => (isHead ? 'HEAD' : 'GET');

/** Of the body; the file is at most MULTIPART_SLACK_BYTES smaller. */
function declaredLength({ 'content-length': length }: IncomingHttpHeaders): number | null {
  return length === undefined ? null : Number(length);
}

/** People follow links to files, so that this error is a page. It is the same for every file. */
const refusal = ({ status, message }: ApiError): FileResponse =>
  new FileResponse('text/html; charset=utf-8', `<!doctype html><title>${message}</title><p>${message}</p>`, {}, status);

/** Headers of the client that choose the bytes of the response. */
function readHeaders({ headers }: Call): OutgoingHttpHeaders {
  const names = ['range', 'if-range', 'if-none-match'] as const;
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

@Module({ imports: [FileTransfersModule], controllers: [UserUploadsController] })
export class UserUploadsModule {}
