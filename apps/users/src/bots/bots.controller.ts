import { type BotRecord, GetRealmBots, type Stamped } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { readBots } from './bots.repository.js';

@Controller()
export class BotsController {
  constructor(private readonly database: Database) {}

  @MessagePattern(GetRealmBots.pattern)
  getAll(@Payload() { realmId }: GetRealmBots): Promise<Stamped<readonly BotRecord[]>> {
    return this.database.snapshot(realmId, async (tx) =>
      (await readBots(tx, realmId)).map(({ user, configuration }) => ({ user, configuration })),
    );
  }
}
