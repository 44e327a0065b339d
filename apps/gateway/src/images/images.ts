import {
  ApiError,
  BeginImage,
  type FieldsOf,
  type ImagePurpose,
  OpenImage,
  type Principal,
  type UploadedImage,
} from '@chat/contracts';
import { Injectable } from '@nestjs/common';
import { declaredLength, FileTransfers } from '../file-transfers/file-transfers.js';
import { UploadLeases } from '../file-transfers/upload-leases.js';
import { type Call, FileResponse } from '../http/index.js';

type CallOfUser = Call & { readonly principal: Principal };

/** A new picture has a new address. */
export const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Icons, logos, avatars and emoji, to and from the files service. */
@Injectable()
export class Images {
  constructor(
    private readonly transfers: FileTransfers,
    private readonly leases: UploadLeases,
  ) {}

  /** Streams the file of the call. The image disappears again unless a service uses its token. */
  upload(call: CallOfUser, purpose: ImagePurpose): Promise<UploadedImage> {
    const { realmId, headers, file } = call;
    return this.leases.during(call, async () => {
      const transfer = await call.request(BeginImage, { realmId, purpose, maxBytes: declaredLength(headers) });
      return call.duringTransfer(() => this.transfers.put<UploadedImage>(transfer, file.bytes));
    });
  }

  /** Undefined if the files service does not have the picture. */
  async find(call: Call, image: FieldsOf<OpenImage>): Promise<FileResponse | undefined> {
    try {
      const transfer = await call.request(OpenImage, image);
      const { headers, bytes } = await this.transfers.open('GET', transfer, {});
      const { 'content-type': contentType = '', 'content-length': length } = headers;
      return new FileResponse(contentType, bytes, { ...FOR_EVER, ...(length && { 'content-length': length }) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
