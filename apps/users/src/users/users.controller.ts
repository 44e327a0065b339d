import {
  createUser,
  deactivateOwnUser,
  deactivateUser,
  GetOwnUser,
  GetPrincipal,
  getUser,
  getUserByEmail,
  listUsers,
  NewUser,
  Principal,
  reactivateUser,
  UserByEmailQuery,
  UserDeactivation,
  UserQuery,
  UserSelection,
  UserUpdate,
  UserViewOptions,
  updateUser,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { ReadUsersService } from './read-users.service.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(
    private readonly reader: ReadUsersService,
    private readonly users: UsersService,
  ) {}

  @Handles(createUser)
  create(@Actor() actor: Principal, @Parameters() user: NewUser, @Ctx() context: RpcContext) {
    return this.users.create(actor, user, context.request);
  }

  @Handles(listUsers)
  list(@Actor() actor: Principal, @Parameters() options: UserViewOptions) {
    return this.reader.list(actor, options);
  }

  @Handles(getUser)
  get(@Actor() actor: Principal, @Parameters() query: UserQuery) {
    return this.reader.byId(actor, query);
  }

  @Handles(getUserByEmail)
  getByEmail(@Actor() actor: Principal, @Parameters() query: UserByEmailQuery) {
    return this.reader.byEmail(actor, query);
  }

  @MessagePattern(GetOwnUser.pattern)
  getOwn(@Payload() request: GetOwnUser) {
    return this.reader.own(request);
  }

  @MessagePattern(GetPrincipal.pattern)
  getPrincipal(@Payload() request: GetPrincipal) {
    return this.reader.principal(request);
  }

  @Handles(updateUser)
  update(@Actor() actor: Principal, @Parameters() update: UserUpdate) {
    return this.users.update(actor, update);
  }

  @Handles(deactivateUser)
  deactivate(@Actor() actor: Principal, @Parameters() deactivation: UserDeactivation) {
    return this.users.deactivate(actor, deactivation);
  }

  @Handles(deactivateOwnUser)
  deactivateOwn(@Actor() actor: Principal) {
    return this.users.deactivate(actor, { userId: actor.userId });
  }

  @Handles(reactivateUser)
  reactivate(@Actor() actor: Principal, @Parameters() { userId }: UserSelection) {
    return this.users.reactivate(actor, userId);
  }
}
