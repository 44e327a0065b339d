import { ChangeUserAsOperator, CreateUserAsOperator, CreateUsersAsOperator } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { OperatorAccountsService } from './operator-accounts.service.js';

@Controller()
export class OperatorAccountsController {
  constructor(private readonly accounts: OperatorAccountsService) {}

  @MessagePattern(CreateUserAsOperator.pattern)
  create(@Payload() request: CreateUserAsOperator, @Ctx() context: RpcContext) {
    return this.accounts.create(request, context.request);
  }

  @MessagePattern(CreateUsersAsOperator.pattern)
  createMany(@Payload() request: CreateUsersAsOperator) {
    return this.accounts.createMany(request);
  }

  @MessagePattern(ChangeUserAsOperator.pattern)
  change(@Payload() request: ChangeUserAsOperator) {
    return this.accounts.change(request);
  }
}
