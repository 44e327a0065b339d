import { RealmRecords } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { InvitationLinksService } from './invitation-links.service.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';

@Module({
  imports: [MailModule],
  controllers: [InvitationsController],
  providers: [InvitationLinksService, InvitationsService, RealmRecords],
})
export class InvitationsModule {}
