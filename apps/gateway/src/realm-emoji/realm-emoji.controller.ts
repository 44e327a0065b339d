import {
  badRequest,
  CreateRealmEmoji,
  GetEmojiData,
  GetRealmEmojiImage,
  getEmojiImage,
  getEmojiNames,
  getStillEmojiImage,
  uploadRealmEmoji,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';

/** The image of an id never changes. */
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' };

@Controller()
export class RealmEmojiController {
  @Endpoint(uploadRealmEmoji)
  async upload(call: Call<typeof uploadRealmEmoji>) {
    const [file, ...others] = call.files;
    if (file === undefined || others.length > 0) throw badRequest('You must upload exactly one file.');
    const image = file.bytes.toString('base64');
    await call.request(CreateRealmEmoji, { actor: call.principal, name: call.parameters.emojiName, image });
    return {};
  }

  @Endpoint(getEmojiImage)
  image(call: Call<typeof getEmojiImage>) {
    return picture(call, false);
  }

  @Endpoint(getStillEmojiImage)
  stillImage(call: Call<typeof getStillEmojiImage>) {
    return picture(call, true);
  }

  @Endpoint(getEmojiNames)
  async names(call: Call<typeof getEmojiNames>) {
    const { text } = await call.requestText(GetEmojiData, {});
    return new FileResponse('application/json', text, FOR_A_DAY);
  }
}

async function picture(call: Call<typeof getEmojiImage>, still: boolean): Promise<FileResponse> {
  const { contentType, image } = await call.request(GetRealmEmojiImage, { ...call.parameters, still });
  return new FileResponse(contentType, Buffer.from(image, 'base64'), FOR_EVER);
}

@Module({ controllers: [RealmEmojiController] })
export class RealmEmojiModule {}
