import { badRequest, getAvatarImage, notFound, ReadAvatar, StoreAvatar, uploadAvatar } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';

const FILE_NAME = /^([0-9a-z]{1,64})(-medium)?\.png$/;
/** A new avatar has a new URL. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

@Controller()
export class AvatarsController {
  @Endpoint(uploadAvatar)
  upload(call: Call<typeof uploadAvatar>) {
    const [file, ...others] = call.files;
    if (file === undefined || others.length > 0) throw badRequest('You must upload exactly one avatar.');
    return call.request(StoreAvatar, { actor: call.principal, image: file.bytes.toString('base64') });
  }

  @Endpoint(getAvatarImage)
  async image(call: Call<typeof getAvatarImage>) {
    const [, token, medium] = FILE_NAME.exec(call.parameters.fileName) ?? [];
    const found = token && (await call.request(ReadAvatar, { token, size: medium ? 'medium' : 'small' }));
    if (!found) throw notFound();
    return new FileResponse('image/png', Buffer.from(found.image, 'base64'), { 'cache-control': CACHE_CONTROL });
  }
}

@Module({ controllers: [AvatarsController] })
export class AvatarsModule {}
