import { DescribeFiles, GetAttachmentsById, getAttachments, Principal } from '@chat/contracts';
import { Actor, Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AttachmentsService } from './attachments.service.js';

@Controller()
export class AttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @Handles(getAttachments)
  list(@Actor() actor: Principal) {
    return this.attachments.list(actor);
  }

  @MessagePattern(GetAttachmentsById.pattern)
  getById(@Payload() { realmId, ownerId, fileIds }: GetAttachmentsById) {
    return this.attachments.ofOwner(realmId, ownerId, fileIds);
  }

  @MessagePattern(DescribeFiles.pattern)
  describe(@Payload() { realmId, pathIds }: DescribeFiles) {
    return this.attachments.describe(realmId, pathIds);
  }
}
