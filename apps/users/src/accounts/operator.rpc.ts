import {
  ChangeUserAsOperator,
  CreateUserAsOperator,
  CreateUsersAsOperator,
  GetApiKeyAsOperator,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
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
  create(@Payload() request: CreateUserAsOperator) {
    return this.creator.one(request);
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
