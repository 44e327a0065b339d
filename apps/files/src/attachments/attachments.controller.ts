import { DescribeFiles } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AttachmentsService } from './attachments.service.js';

@Controller()
export class AttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @MessagePattern(DescribeFiles.pattern)
  describe(@Payload() { realmId, pathIds }: DescribeFiles) {
    return this.attachments.describe(realmId, pathIds);
  }
}
