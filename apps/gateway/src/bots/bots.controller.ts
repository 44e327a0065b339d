import {
  type BotFile,
  CreateBot,
  createBot,
  GetBotFile,
  getBotFile,
  RequireAvatarChanges,
  RequireBotCreation,
  RequireBotManager,
  UpdateBot,
  updateBot,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { Images } from '../images/images.js';
import { ImagesModule } from '../images/images.module.js';

@Controller()
export class BotsController {
  constructor(private readonly images: Images) {}

  @Endpoint(createBot)
  async create(call: Call<typeof createBot>) {
    const { principal: actor } = call;
    if (call.hasFile) await call.request(RequireBotCreation, { actor });
    // Parameters may come after the file.
    const avatar = await this.avatarOf(call);
    return call.request(CreateBot, { actor, bot: call.parameters, ...avatar });
  }

  @Endpoint(updateBot)
  async update(call: Call<typeof updateBot>) {
    const { principal: actor } = call;
    if (call.hasFile) await call.request(RequireBotManager, { actor, bot: { botId: call.parameters.botId } });
    const avatar = await this.avatarOf(call);
    return call.request(UpdateBot, { actor, change: call.parameters, ...avatar });
  }

  @Endpoint(getBotFile)
  async file(call: Call<typeof getBotFile>) {
    const { principal: actor, parameters: bot } = call;
    const file = await call.request(GetBotFile, { actor, bot });
    return new FileResponse('text/plain; charset=utf-8', textOf(file), {
      'content-disposition': 'attachment; filename="zuliprc"',
      'cache-control': 'no-store',
    });
  }

  private async avatarOf(call: Call<typeof createBot> | Call<typeof updateBot>) {
    if (!call.hasFile) return {};
    await call.request(RequireAvatarChanges, { actor: call.principal });
    return { avatarToken: (await this.images.upload(call, 'avatar')).token };
  }
}

/** A file for client libraries, which find it by its format. */
function textOf({ email, key, site, token }: BotFile): string {
  const lines = [`email=${email}`, `key=${key}`, `site=${site}`, ...(token === null ? [] : [`token=${token}`])];
  return `[api]\n${lines.join('\n')}\n`;
}

@Module({ imports: [ImagesModule], controllers: [BotsController] })
export class BotsModule {}
