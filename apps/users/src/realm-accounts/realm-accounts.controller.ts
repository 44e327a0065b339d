import { GetRealmAccounts } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmAccountsService } from './realm-accounts.service.js';

@Controller()
export class RealmAccountsController {
  constructor(private readonly accounts: RealmAccountsService) {}

  @MessagePattern(GetRealmAccounts.pattern)
  get(@Payload() request: GetRealmAccounts) {
    return this.accounts.handle(request);
  }
}
