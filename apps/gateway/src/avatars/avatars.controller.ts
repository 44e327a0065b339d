import { getAvatarImage, notFound, ReadAvatar, RequireAvatarChanges, SetAvatar, uploadAvatar } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { FOR_EVER, Images } from '../images/images.js';
import { ImagesModule } from '../images/images.module.js';

const FILE_NAME = /^([0-9a-z]{1,64})(-medium)?\.png$/;

@Controller()
export class AvatarsController {
  constructor(private readonly images: Images) {}

  @Endpoint(uploadAvatar)
  async upload(call: Call<typeof uploadAvatar>) {
    const { principal: actor } = call;
    await call.request(RequireAvatarChanges, { actor });
    const { token } = await this.images.upload(call, 'avatar');
    return call.request(SetAvatar, { actor, token });
  }

  @Endpoint(getAvatarImage)
  async image(call: Call<typeof getAvatarImage>) {
    const [, token, medium] = FILE_NAME.exec(call.parameters.fileName) ?? [];
    if (token === undefined) throw notFound();
    const { realmId } = call;
    const size = medium ? 'medium' : 'small';
    const found = await this.images.find(call, { realmId, purpose: 'avatar', token, object: `${size}.png` });
    return found ?? storedByFormerRelease(call, token, size);
  }
}

async function storedByFormerRelease(call: Call, token: string, size: ReadAvatar['size']): Promise<FileResponse> {
  const found = await call.request(ReadAvatar, { token, size });
  if (!found) throw notFound();
  return new FileResponse('image/png', Buffer.from(found.image, 'base64'), FOR_EVER);
}

@Module({ imports: [ImagesModule], controllers: [AvatarsController] })
export class AvatarsModule {}
