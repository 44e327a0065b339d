import {
  type BotRecord,
  BotSelection,
  CreateBot,
  deactivateBot,
  GetBotFile,
  GetRealmBots,
  listBots,
  Principal,
  RequireBotCreation,
  RequireBotManager,
  regenerateBotKey,
  type Stamped,
  UpdateBot,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { readBots } from '../bot-records/read-bots.js';
import { BotsService } from './bots.service.js';
import { UpdateBotService } from './update-bot.service.js';

@Controller()
export class BotsController {
  constructor(
    private readonly bots: BotsService,
    private readonly updates: UpdateBotService,
    private readonly database: Database,
  ) {}

  @Handles(listBots)
  list(@Actor() actor: Principal) {
    return this.bots.list(actor);
  }

  @MessagePattern(RequireBotCreation.pattern)
  requireCreation(@Payload() { actor }: RequireBotCreation) {
    return this.bots.requireCreation(actor);
  }

  @MessagePattern(CreateBot.pattern)
  create(@Payload() request: CreateBot, @Ctx() context: RpcContext) {
    return this.bots.create(request, context.request);
  }

  @MessagePattern(RequireBotManager.pattern)
  requireManager(@Payload() { actor, bot }: RequireBotManager) {
    return this.updates.requireManager(actor, bot.botId);
  }

  @MessagePattern(UpdateBot.pattern)
  update(@Payload() request: UpdateBot, @Ctx() context: RpcContext) {
    return this.updates.update(request, context.request);
  }

  @Handles(deactivateBot)
  deactivate(@Actor() actor: Principal, @Parameters() { botId }: BotSelection) {
    return this.bots.deactivate(actor, botId);
  }

  @Handles(regenerateBotKey)
  regenerateKey(@Actor() actor: Principal, @Parameters() { botId }: BotSelection) {
    return this.bots.regenerateKey(actor, botId);
  }

  @MessagePattern(GetBotFile.pattern)
  file(@Payload() { actor, bot }: GetBotFile) {
    return this.bots.file(actor, bot.botId);
  }

  @MessagePattern(GetRealmBots.pattern)
  getAll(@Payload() { realmId }: GetRealmBots): Promise<Stamped<readonly BotRecord[]>> {
    return this.database.snapshot(realmId, async (tx) =>
      (await readBots(tx, realmId)).map(({ user, configuration }) => ({ user, configuration })),
    );
  }
}
