import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { MailModule } from '../mail/mail.module.js';
import { KnownBrowsersService } from './known-browsers.service.js';

@Module({
  imports: [AccountChangesModule, MailModule],
  providers: [KnownBrowsersService],
  exports: [KnownBrowsersService],
})
export class KnownBrowsersModule {}
