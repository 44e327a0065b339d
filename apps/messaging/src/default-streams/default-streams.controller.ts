import {
  AddDefaultStream,
  CreateDefaultStreamGroup,
  RemoveDefaultStream,
  RemoveDefaultStreamGroup,
  UpdateDefaultStreamGroup,
  UpdateDefaultStreamGroupStreams,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DefaultStreamsService } from './default-streams.service.js';

@Controller()
export class DefaultStreamsController {
  constructor(private readonly handler: DefaultStreamsService) {}

  @MessagePattern(AddDefaultStream.pattern)
  add(@Payload() request: AddDefaultStream) {
    return this.handler.add(request);
  }

  @MessagePattern(RemoveDefaultStream.pattern)
  remove(@Payload() request: RemoveDefaultStream) {
    return this.handler.remove(request);
  }

  @MessagePattern(CreateDefaultStreamGroup.pattern)
  createGroup(@Payload() request: CreateDefaultStreamGroup) {
    return this.handler.createGroup(request);
  }

  @MessagePattern(UpdateDefaultStreamGroup.pattern)
  updateGroup(@Payload() request: UpdateDefaultStreamGroup) {
    return this.handler.updateGroup(request);
  }

  @MessagePattern(UpdateDefaultStreamGroupStreams.pattern)
  updateGroupStreams(@Payload() request: UpdateDefaultStreamGroupStreams) {
    return this.handler.updateGroupStreams(request);
  }

  @MessagePattern(RemoveDefaultStreamGroup.pattern)
  removeGroup(@Payload() request: RemoveDefaultStreamGroup) {
    return this.handler.removeGroup(request);
  }
}
