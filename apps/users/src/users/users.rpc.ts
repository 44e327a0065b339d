import {
  CreateUser,
  DeactivateUser,
  GetOwnUser,
  GetUser,
  ListUsers,
  ReactivateUser,
  UpdateUser,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { CreateUserHandler } from './create-user.handler.js';
import { DeactivateUserHandler } from './deactivate-user.handler.js';
import { GetUserHandler } from './get-user.handler.js';
import { ListUsersHandler } from './list-users.handler.js';
import { UpdateUserHandler } from './update-user.handler.js';

@Controller()
export class UsersRpc {
  constructor(
    private readonly creator: CreateUserHandler,
    private readonly lister: ListUsersHandler,
    private readonly getter: GetUserHandler,
    private readonly updater: UpdateUserHandler,
    private readonly deactivator: DeactivateUserHandler,
  ) {}

  @MessagePattern(CreateUser.pattern)
  create(@Payload() request: CreateUser, @Ctx() context: RpcContext) {
    return this.creator.handle(request, context.request);
  }

  @MessagePattern(ListUsers.pattern)
  list(@Payload() request: ListUsers) {
    return this.lister.handle(request);
  }

  @MessagePattern(GetUser.pattern)
  get(@Payload() request: GetUser) {
    return this.getter.handle(request);
  }

  @MessagePattern(GetOwnUser.pattern)
  getOwn(@Payload() request: GetOwnUser) {
    return this.getter.own(request);
  }

  @MessagePattern(UpdateUser.pattern)
  update(@Payload() request: UpdateUser) {
    return this.updater.handle(request);
  }

  @MessagePattern(DeactivateUser.pattern)
  deactivate(@Payload() request: DeactivateUser) {
    return this.deactivator.deactivate(request);
  }

  @MessagePattern(ReactivateUser.pattern)
  reactivate(@Payload() request: ReactivateUser) {
    return this.deactivator.reactivate(request);
  }
}
