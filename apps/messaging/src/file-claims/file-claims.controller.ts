import { FilesInUse, MayReadFile } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FileClaimsService } from './file-claims.service.js';

@Controller()
export class FileClaimsController {
  constructor(private readonly claims: FileClaimsService) {}

  @MessagePattern(MayReadFile.pattern)
  mayRead(@Payload() request: MayReadFile) {
    return this.claims.mayRead(request);
  }

  @MessagePattern(FilesInUse.pattern)
  inUse(@Payload() request: FilesInUse) {
    return this.claims.inUse(request);
  }
}
