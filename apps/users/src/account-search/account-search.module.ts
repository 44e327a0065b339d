import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { MailModule } from '../mail/mail.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { AccountSearchController } from './account-search.controller.js';
import { AccountSearchService } from './account-search.service.js';

@Module({
  imports: [AccountChangesModule, MailModule, TryLimitsModule],
  controllers: [AccountSearchController],
  providers: [AccountSearchService],
})
export class AccountSearchModule {}
