import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { TryLimitsModule } from '../try-limits/try-limits.module.js';
import { EmailChangesController } from './email-changes.controller.js';
import { EmailChangesService } from './email-changes.service.js';

@Module({
  imports: [MailModule, RealmModule, TryLimitsModule],
  controllers: [EmailChangesController],
  providers: [EmailChangesService],
  exports: [EmailChangesService],
})
export class EmailChangesModule {}
