import { BeginOidcSignIn, CompleteOidcSignIn, EndSessionsByLogoutToken } from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { OpenIdConnectService } from './openid-connect.service.js';
import { OpenIdConnectLogoutService } from './openid-connect-logout.service.js';

@Controller()
export class OpenIdConnectController {
  constructor(
    private readonly service: OpenIdConnectService,
    private readonly logout: OpenIdConnectLogoutService,
  ) {}

  @MessagePattern(BeginOidcSignIn.pattern)
  begin(@Payload() request: BeginOidcSignIn) {
    return this.service.begin(request);
  }

  @MessagePattern(CompleteOidcSignIn.pattern)
  complete(@Payload() request: CompleteOidcSignIn, @Ctx() { request: context }: RpcContext) {
    return this.service.complete(request, context);
  }

  @MessagePattern(EndSessionsByLogoutToken.pattern)
  endSessions(@Payload() request: EndSessionsByLogoutToken, @Ctx() { request: context }: RpcContext) {
    return this.logout.endSessions(request, context);
  }
}
