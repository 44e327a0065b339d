import { GetUserDirectory } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { GetUserDirectoryHandler } from './get-user-directory.handler.js';

@Controller()
export class DirectoryRpc {
  constructor(private readonly directory: GetUserDirectoryHandler) {}

  @MessagePattern(GetUserDirectory.pattern)
  get(@Payload() request: GetUserDirectory) {
    return this.directory.handle(request);
  }
}
