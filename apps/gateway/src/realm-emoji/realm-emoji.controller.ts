import {
  AddRealmEmoji,
  FindRealmEmojiImage,
  GetEmojiData,
  GetRealmEmojiImage,
  getEmojiImage,
  getEmojiNames,
  getExtraEmojiImage,
  getStillEmojiImage,
  notFound,
  RequireNewEmoji,
  uploadRealmEmoji,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { FOR_EVER, Images } from '../images/images.js';
import { ImagesModule } from '../images/images.module.js';
import { EXTRA_EMOJI_PICTURE } from './extra-emoji-picture.js';

const FOR_A_DAY = { 'cache-control': 'public, max-age=86400' };

@Controller()
export class RealmEmojiController {
  constructor(private readonly images: Images) {}

  @Endpoint(uploadRealmEmoji)
  async upload(call: Call<typeof uploadRealmEmoji>) {
    const { principal: actor } = call;
    const { emojiName: name } = call.parameters;
    await call.request(RequireNewEmoji, { actor, name });
    const { token, isAnimated } = await this.images.upload(call, 'emoji');
    await call.request(AddRealmEmoji, { actor, name, token, isAnimated });
    return {};
  }

  @Endpoint(getEmojiImage)
  image(call: Call<typeof getEmojiImage>) {
    return this.picture(call, false);
  }

  @Endpoint(getStillEmojiImage)
  stillImage(call: Call<typeof getStillEmojiImage>) {
    return this.picture(call, true);
  }

  @Endpoint(getEmojiNames)
  async names(call: Call<typeof getEmojiNames>) {
    const { text } = await call.requestText(GetEmojiData, {});
    return new FileResponse('application/json', text, FOR_A_DAY);
  }

  @Endpoint(getExtraEmojiImage)
  extraImage() {
    return new FileResponse('image/png', EXTRA_EMOJI_PICTURE, FOR_A_DAY);
  }

  /** The picture of an id never changes. */
  private async picture(call: Call<typeof getEmojiImage>, still: boolean): Promise<FileResponse> {
    const { realmId } = call.parameters;
    const { token, object } = await call.request(FindRealmEmojiImage, { ...call.parameters, still });
    if (token === null) return storedByFormerRelease(call, still);
    const found = await this.images.find(call, { realmId, purpose: 'emoji', token, object });
    if (found === undefined) throw notFound();
    return found;
  }
}

async function storedByFormerRelease(call: Call<typeof getEmojiImage>, still: boolean): Promise<FileResponse> {
  const { contentType, image } = await call.request(GetRealmEmojiImage, { ...call.parameters, still });
  return new FileResponse(contentType, Buffer.from(image, 'base64'), FOR_EVER);
}

@Module({ imports: [ImagesModule], controllers: [RealmEmojiController] })
export class RealmEmojiModule {}
