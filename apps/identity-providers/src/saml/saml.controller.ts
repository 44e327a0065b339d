import {
  BeginSamlSignIn,
  CompleteSamlSignIn,
  EndSessionsBySaml,
  GetSamlMetadata,
  ReceiveSamlResponse,
} from '@chat/contracts';
import type { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { SamlService } from './saml.service.js';
import { SamlLogoutService } from './saml-logout.service.js';
import { ServiceProvider } from './service-provider.js';

@Controller()
export class SamlController {
  constructor(
    private readonly saml: SamlService,
    private readonly logout: SamlLogoutService,
    private readonly server: ServiceProvider,
  ) {}

  @MessagePattern(BeginSamlSignIn.pattern)
  begin(@Payload() request: BeginSamlSignIn) {
    return this.saml.begin(request);
  }

  @MessagePattern(ReceiveSamlResponse.pattern)
  receive(@Payload() request: ReceiveSamlResponse, @Ctx() { request: context }: RpcContext) {
    return this.saml.receive(request, context);
  }

  @MessagePattern(CompleteSamlSignIn.pattern)
  complete(@Payload() request: CompleteSamlSignIn, @Ctx() { request: context }: RpcContext) {
    return this.saml.complete(request, context);
  }

  @MessagePattern(EndSessionsBySaml.pattern)
  endSessions(@Payload() request: EndSessionsBySaml, @Ctx() { request: context }: RpcContext) {
    return this.logout.endSessions(request, context);
  }

  @MessagePattern(GetSamlMetadata.pattern)
  metadata(@Payload() _request: GetSamlMetadata) {
    return { xml: this.server.metadata() };
  }
}
