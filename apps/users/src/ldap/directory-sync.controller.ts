import { SyncDirectory } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DirectorySyncService } from './directory-sync.service.js';

@Controller()
export class DirectorySyncController {
  constructor(private readonly directory: DirectorySyncService) {}

  @MessagePattern(SyncDirectory.pattern)
  sync(@Payload() request: SyncDirectory) {
    return this.directory.sync(request);
  }
}
