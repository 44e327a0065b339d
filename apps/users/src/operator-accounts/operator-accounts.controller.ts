import { ChangeUserAsOperator, CreateUserAsOperator, CreateUsersAsOperator } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { ChangeAccountService } from './change-account.service.js';
import { CreateAccountsService } from './create-accounts.service.js';

@Controller()
export class OperatorAccountsController {
  constructor(
    private readonly changer: ChangeAccountService,
    private readonly creator: CreateAccountsService,
  ) {}

  @MessagePattern(CreateUserAsOperator.pattern)
  create(@Payload() request: CreateUserAsOperator, @Ctx() context: RpcContext) {
    return this.creator.one(request, context.request);
  }

  @MessagePattern(CreateUsersAsOperator.pattern)
  createMany(@Payload() request: CreateUsersAsOperator) {
    return this.creator.many(request);
  }

  @MessagePattern(ChangeUserAsOperator.pattern)
  change(@Payload() request: ChangeUserAsOperator) {
    return this.changer.handle(request);
  }
}
