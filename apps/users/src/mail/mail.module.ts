import { Database } from '@chat/persistence';
import { optionalSetting, ServiceResources } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

@Module({
  providers: [
    {
      provide: Mailer,
      inject: [Database, ServiceResources],
      useFactory: (database: Database, { logger }: ServiceResources) =>
        new Mailer(database, { smtpUrl: optionalSetting('SMTP_URL'), logger }),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
