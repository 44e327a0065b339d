import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { MailModule } from '../mail/mail.module.js';
import { KnownBrowsersRepository } from './known-browsers.repository.js';
import { KnownBrowsersService } from './known-browsers.service.js';

@Module({
  imports: [AccountChangesModule, MailModule],
  providers: [KnownBrowsersRepository, KnownBrowsersService],
  exports: [KnownBrowsersService],
})
export class KnownBrowsersModule {}
