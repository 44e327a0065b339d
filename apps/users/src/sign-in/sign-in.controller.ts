import { Credentials, fetchApiKey } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { ClientAddress, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Handles(fetchApiKey)
  fetchApiKey(@Parameters() credentials: Credentials, @ClientAddress() address: string, @Ctx() context: RpcContext) {
    return this.signIn.fetchApiKey(credentials, address, context.request);
  }
}
