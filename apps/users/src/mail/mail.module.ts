import { setting } from '@chat/configuration';
import { Database } from '@chat/persistence';
import { ServiceResources } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { measureMail } from './mail-metrics.js';
import { Mailer } from './mailer.js';

@Module({
  providers: [
    {
      provide: Mailer,
      inject: [Database, ServiceResources],
      useFactory: (database: Database, { logger, health }: ServiceResources) => {
        health.addMeasurement('mail', () => measureMail(database));
        return new Mailer(database, { smtpUrl: setting('SMTP_URL'), logger });
      },
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
