import { badRequest, GetAvatarImage, notFound, RemoveOwnAvatar, SetOwnAvatar } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, RawAnswer } from '../http/index.js';
import * as endpoints from './settings.endpoints.js';

/** `<token>.png`, `<token>-medium.png` */
const AVATAR_FILE = /^([0-9a-z]{1,64})(-medium)?\.png$/;
/** A new picture has a new address. */
const AVATAR_CACHE_CONTROL = 'public, max-age=31536000, immutable';

@Controller()
export class SettingsController {
  @Endpoint(endpoints.setAvatarEndpoint)
  async setAvatar(call: Call<typeof endpoints.setAvatarEndpoint>) {
    const [file, ...others] = call.files;
    if (file === undefined || others.length > 0) throw badRequest('You must upload exactly one avatar.');
    const image = file.bytes.toString('base64');
    const { avatarUrl } = await call.request(SetOwnAvatar, { actor: call.principal, image });
    return { avatar_url: avatarUrl };
  }

  @Endpoint(endpoints.removeAvatarEndpoint)
  async removeAvatar(call: Call<typeof endpoints.removeAvatarEndpoint>) {
    const { avatarUrl } = await call.request(RemoveOwnAvatar, { actor: call.principal });
    return { avatar_url: avatarUrl };
  }

  @Endpoint(endpoints.avatarImageEndpoint)
  async avatarImage(call: Call<typeof endpoints.avatarImageEndpoint>) {
    const [, token, medium] = AVATAR_FILE.exec(call.path.fileName) ?? [];
    const found = token && (await call.request(GetAvatarImage, { token, size: medium ? 'medium' : 'small' }));
    if (!found) throw notFound();
    return new RawAnswer('image/png', Buffer.from(found.image, 'base64'), { 'cache-control': AVATAR_CACHE_CONTROL });
  }
}

@Module({ controllers: [SettingsController] })
export class SettingsModule {}
