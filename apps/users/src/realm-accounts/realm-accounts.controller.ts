import { GetUserDirectory } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmAccountsService } from './realm-accounts.service.js';

@Controller()
export class RealmAccountsController {
  constructor(private readonly accounts: RealmAccountsService) {}

  @MessagePattern(GetUserDirectory.pattern)
  get(@Payload() request: GetUserDirectory) {
    return this.accounts.handle(request);
  }
}
