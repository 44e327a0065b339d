import { ApplyFileClaims, type FileClaimsChange, FileClaimsChanged, type LoggedEvent } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { CLAIMS_GROUP } from '../attachments/attachments.service.js';
import { FileClaimsService } from './file-claims.service.js';

@Controller()
export class FileClaimsController {
  constructor(private readonly claims: FileClaimsService) {}

  @MessagePattern(ApplyFileClaims.pattern)
  apply(@Payload() { realmId, ...change }: ApplyFileClaims) {
    return this.claims.apply(realmId, change);
  }

  @EventPattern(FileClaimsChanged.type, { group: CLAIMS_GROUP })
  onChanged(@Payload() { realmId, payload }: LoggedEvent<FileClaimsChange>) {
    return this.claims.apply(realmId, payload);
  }
}
