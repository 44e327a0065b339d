import { SearchAccounts } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AccountSearchService } from './account-search.service.js';

@Controller()
export class AccountSearchController {
  constructor(private readonly accounts: AccountSearchService) {}

  @MessagePattern(SearchAccounts.pattern)
  search(@Payload() request: SearchAccounts) {
    return this.accounts.search(request);
  }
}
