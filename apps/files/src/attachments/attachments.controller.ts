import {
  AttachmentSelection,
  DescribeFiles,
  GetAttachmentsById,
  getAttachments,
  Principal,
  removeAttachment,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { AttachmentsService } from './attachments.service.js';

@Controller()
export class AttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @Handles(getAttachments)
  list(@Actor() actor: Principal, @Ctx() { request: { asOf } }: RpcContext) {
    return this.attachments.list(actor, asOf);
  }

  @Handles(removeAttachment)
  remove(@Actor() actor: Principal, @Parameters() { attachmentId }: AttachmentSelection) {
    return this.attachments.remove(actor, attachmentId);
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
