import { MakeTemporaryAddress, OpenFile, OpenTemporaryFile } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { DownloadsService } from './downloads.service.js';

@Controller()
export class DownloadsController {
  constructor(private readonly downloads: DownloadsService) {}

  @MessagePattern(OpenFile.pattern)
  open(@Payload() request: OpenFile, @Ctx() { request: context }: RpcContext) {
    return this.downloads.open(request, context);
  }

  @MessagePattern(MakeTemporaryAddress.pattern)
  makeTemporaryAddress(@Payload() request: MakeTemporaryAddress, @Ctx() { request: context }: RpcContext) {
    return this.downloads.makeTemporaryAddress(request, context);
  }

  @MessagePattern(OpenTemporaryFile.pattern)
  openTemporary(@Payload() request: OpenTemporaryFile) {
    return this.downloads.openTemporary(request);
  }
}
