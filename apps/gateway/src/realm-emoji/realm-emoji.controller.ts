import { badRequest, CreateRealmEmoji, DeactivateRealmEmoji, GetEmojiData, GetRealmEmojiImage } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, RawAnswer } from '../http/index.js';
import { realmState } from '../realm/realm-state.js';
import { defaultLogo } from './default-logo.js';
import * as endpoints from './realm-emoji.endpoints.js';

/** The picture of an id never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' };

@Controller()
export class RealmEmojiController {
  @Endpoint(endpoints.getRealmEmojiEndpoint)
  async get(call: Call<typeof endpoints.getRealmEmojiEndpoint>) {
    return { emoji: await realmState(call, 'realm_emoji') };
  }

  @Endpoint(endpoints.uploadRealmEmojiEndpoint)
  async upload(call: Call<typeof endpoints.uploadRealmEmojiEndpoint>) {
    const [file, ...others] = call.files;
    if (file === undefined || others.length > 0) throw badRequest('You must upload exactly one file.');
    const image = file.bytes.toString('base64');
    await call.request(CreateRealmEmoji, { actor: call.principal, name: call.path.emojiName, image });
    return {};
  }

  @Endpoint(endpoints.deleteRealmEmojiEndpoint)
  delete(call: Call<typeof endpoints.deleteRealmEmojiEndpoint>) {
    return call.request(DeactivateRealmEmoji, { actor: call.principal, name: call.path.emojiName });
  }

  @Endpoint(endpoints.emojiImageEndpoint)
  image(call: Call<typeof endpoints.emojiImageEndpoint>) {
    return picture(call, false);
  }

  @Endpoint(endpoints.stillEmojiImageEndpoint)
  stillImage(call: Call<typeof endpoints.stillEmojiImageEndpoint>) {
    return picture(call, true);
  }

  @Endpoint(endpoints.emojiDataEndpoint)
  async emojiData(call: Call<typeof endpoints.emojiDataEndpoint>) {
    const { text } = await call.requestText(GetEmojiData, {});
    return new RawAnswer('application/json', text, FOR_A_DAY);
  }

  @Endpoint(endpoints.logoEndpoint)
  logo(_call: Call<typeof endpoints.logoEndpoint>) {
    return new RawAnswer('image/svg+xml', defaultLogo('#3f4a7a'), FOR_A_DAY);
  }

  @Endpoint(endpoints.nightLogoEndpoint)
  nightLogo(_call: Call<typeof endpoints.nightLogoEndpoint>) {
    return new RawAnswer('image/svg+xml', defaultLogo('#dfe3ff'), FOR_A_DAY);
  }
}

async function picture(
  call: Call<typeof endpoints.emojiImageEndpoint> | Call<typeof endpoints.stillEmojiImageEndpoint>,
  still: boolean,
): Promise<RawAnswer> {
  const { realmId, fileName } = call.path;
  const { contentType, image } = await call.request(GetRealmEmojiImage, { realmId, fileName, still });
  return new RawAnswer(contentType, Buffer.from(image, 'base64'), FOR_EVER);
}

@Module({ controllers: [RealmEmojiController] })
export class RealmEmojiModule {}
