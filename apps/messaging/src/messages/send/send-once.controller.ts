import { FindPersonByName, SendMessageOnce } from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmProjections } from '../../projections/realm-projections.js';
import { personNamed } from './named-people.js';
import { SendOnceService } from './send-once.service.js';

/** For services that send messages: the sending, and the search for recipients. */
@Controller()
export class SendOnceController {
  constructor(
    private readonly sending: SendOnceService,
    private readonly projections: RealmProjections,
  ) {}

  @MessagePattern(SendMessageOnce.pattern)
  send(@Payload() request: SendMessageOnce, @Ctx() context: RpcContext) {
    return this.sending.send(request, context.request);
  }

  @MessagePattern(FindPersonByName.pattern)
  async findPerson(@Payload() { realmId, names }: FindPersonByName) {
    const users = await this.projections.users(realmId);
    return { userId: personNamed(names, users)?.userId ?? null };
  }
}
