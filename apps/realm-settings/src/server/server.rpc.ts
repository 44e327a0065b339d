import { GetEmojiData, GetServerSettings } from '@chat/contracts';
import { emojiData } from '@chat/markdown';
import { JsonText } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { GetServerSettingsHandler } from './get-server-settings.handler.js';

@Controller()
export class ServerRpc {
  private emojiData: JsonText | undefined;

  constructor(private readonly serverSettings: GetServerSettingsHandler) {}

  @MessagePattern(GetServerSettings.pattern)
  get(@Payload() request: GetServerSettings) {
    return this.serverSettings.handle(request);
  }

  @MessagePattern(GetEmojiData.pattern)
  getEmojiData(@Payload() _request: GetEmojiData) {
    this.emojiData ??= new JsonText(JSON.stringify({ code_to_names: emojiData().codeToNames }));
    return this.emojiData;
  }
}
