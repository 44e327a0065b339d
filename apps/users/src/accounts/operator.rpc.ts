import {
  ChangeUserAsOperator,
  CreateUserAsOperator,
  CreateUsersAsOperator,
  GetApiKeyAsOperator,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { GetApiKeyAsOperatorHandler } from '../api-keys/get-api-key-as-operator.handler.js';
import { ChangeUserAsOperatorHandler } from './change-user-as-operator.handler.js';
import { CreateUserAsOperatorHandler } from './create-user-as-operator.handler.js';

@Controller()
export class OperatorRpc {
  constructor(
    private readonly creator: CreateUserAsOperatorHandler,
    private readonly changer: ChangeUserAsOperatorHandler,
    private readonly keys: GetApiKeyAsOperatorHandler,
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

  @MessagePattern(GetApiKeyAsOperator.pattern)
  getApiKey(@Payload() request: GetApiKeyAsOperator) {
    return this.keys.handle(request);
  }
}
