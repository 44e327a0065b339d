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
import { CreateUserService } from './create-user.service.js';
import { DeactivateUserService } from './deactivate-user.service.js';
import { GetUserService } from './get-user.service.js';
import { ListUsersService } from './list-users.service.js';
import { UpdateUserService } from './update-user.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly creator: CreateUserService,
    private readonly lister: ListUsersService,
    private readonly getter: GetUserService,
    private readonly updater: UpdateUserService,
    private readonly deactivator: DeactivateUserService,
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
