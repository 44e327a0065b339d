import { CreatePlayground, DeletePlayground } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PlaygroundsHandler } from './playgrounds.handler.js';

@Controller()
export class PlaygroundsRpc {
  constructor(private readonly playgrounds: PlaygroundsHandler) {}

  @MessagePattern(CreatePlayground.pattern)
  create(@Payload() request: CreatePlayground) {
    return this.playgrounds.create(request);
  }

  @MessagePattern(DeletePlayground.pattern)
  delete(@Payload() request: DeletePlayground) {
    return this.playgrounds.delete(request);
  }
}
