import { GetEmojiData } from '@chat/contracts';
import { emojiData } from '@chat/markdown';
import { JsonText } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';

@Controller()
export class EmojiDataController {
  private text: JsonText | undefined;

  /** Serializes the names of the built-in emoji once: they change with a release only. */
  @MessagePattern(GetEmojiData.pattern)
  get(@Payload() _request: GetEmojiData) {
    this.text ??= new JsonText(JSON.stringify({ code_to_names: emojiData().codeToNames }));
    return this.text;
  }
}
