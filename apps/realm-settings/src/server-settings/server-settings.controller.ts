import { getServerSettings } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import { ServerSettingsService } from './server-settings.service.js';

@Controller()
export class ServerSettingsController {
  constructor(private readonly serverSettings: ServerSettingsService) {}

  /** The host selects the realm. */
  @Handles(getServerSettings)
  get(@Ctx() { request }: RpcContext) {
    return this.serverSettings.get(request.realmId);
  }
}
