import type { OutgoingHttpHeaders } from 'node:http';
import {
  ApiError,
  BeginUpload,
  downloadFile,
  getFile,
  getPreviewPlaceholder,
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
import { FilesOrigin } from '../admission/files-origin.js';
import { declaredLength, FileTransfers } from '../file-transfers/file-transfers.js';
import { FileTransfersModule } from '../file-transfers/file-transfers.module.js';
import { UploadLeases } from '../file-transfers/upload-leases.js';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { fileResponse } from './file-response.js';
import { placeholder } from './placeholder.js';
import { refusal } from './refusal.js';

type FileCall = Call<typeof getFile>;

@Controller()
export class UserUploadsController {
  constructor(
    private readonly transfers: FileTransfers,
    private readonly leases: UploadLeases,
    private readonly filesOrigin: FilesOrigin,
  ) {}

  @Endpoint(uploadFile)
  upload(call: Call<typeof uploadFile>) {
    return this.leases.during(call, () => this.receive(call));
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
    return this.read(call, { pathId: pathIdOf(call), asAttachment: false, format: null });
  }

  @Endpoint(downloadFile)
  download(call: FileCall) {
    return this.read(call, { pathId: pathIdOf(call), asAttachment: true, format: null });
  }

  @Endpoint(getThumbnail)
  thumbnail(call: FileCall) {
    const path = pathIdOf(call);
    const slash = path.lastIndexOf('/');
    return this.read(call, { pathId: path.slice(0, slash), asAttachment: false, format: path.slice(slash + 1) });
  }

  @Endpoint(getTemporaryAddress)
  temporaryAddress(call: Call<typeof getTemporaryAddress>) {
    const { principal: reader, realmId } = call;
    return call.request(MakeTemporaryAddress, { realmId, reader, pathId: pathIdOf(call), asAttachment: false });
  }

  @Endpoint(getTemporaryFile)
  async temporaryFile(call: Call<typeof getTemporaryFile>) {
    const { token, fileName } = call.parameters;
    if (this.filesOrigin.isFor(call.headers)) return this.redirect(temporaryPath(token, fileName));
    const verb = verbOf(call);
    const transfer = await call.request(OpenTemporaryFile, { realmId: call.realmId, token, fileName, verb });
    const further = this.filesOrigin.isHostOf(call.headers) ? FILES_ORIGIN_HEADERS : {};
    return fileResponse(await this.transfers.open(verb, transfer, readHeaders(call)), further);
  }

  @Endpoint(getPreviewPlaceholder)
  previewPlaceholder() {
    return placeholder();
  }

  private async read(call: FileCall, wanted: WantedFile): Promise<FileResponse> {
    try {
      return await (this.filesOrigin.isFor(call.headers) ? this.lend(call, wanted) : this.send(call, wanted));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404))
        return refusal(error, call.headers);
      throw error;
    }
  }

  private async send(call: FileCall, wanted: WantedFile): Promise<FileResponse> {
    const { principal: reader, realmId } = call;
    const verb = verbOf(call);
    const transfer = await call.request(OpenFile, { realmId, reader, verb, ...wanted });
    return fileResponse(await this.transfers.open(verb, transfer, readHeaders(call)));
  }

  private async lend(call: FileCall, wanted: WantedFile): Promise<FileResponse> {
    const { principal: reader, realmId } = call;
    const { url } = await call.request(MakeTemporaryAddress, { realmId, reader, ...wanted });
    return this.redirect(url);
  }

  private readonly redirect = (path: string): FileResponse =>
    new FileResponse('text/plain; charset=utf-8', '', { location: this.filesOrigin.addressOf(path) }, 302);
}

type WantedFile = Pick<OpenFile, 'pathId' | 'asAttachment' | 'format'>;

/** Pages of realms read the redirected file with scripts. A PDF may link other sites, which must not get the address. */
const FILES_ORIGIN_HEADERS = { 'access-control-allow-origin': '*', 'referrer-policy': 'no-referrer' };

const temporaryPath = (token: string, fileName: string): string =>
  `/user_uploads/temporary/${encodeURIComponent(token)}/${encodeURIComponent(fileName)}`;

const pathIdOf = ({ parameters: { realmId, path } }: Pick<FileCall, 'parameters'>): string => `${realmId}/${path}`;

const verbOf = ({ isHead }: Pick<Call, 'isHead'>) => (isHead ? 'HEAD' : 'GET');

/** Headers of the client that choose the bytes of the response. */
function readHeaders({ headers }: Call): OutgoingHttpHeaders {
  const names = ['range', 'if-range', 'if-none-match'] as const;
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}

@Module({ imports: [FileTransfersModule], controllers: [UserUploadsController] })
export class UserUploadsModule {}
