import {
  addDefaultStream,
  createDefaultStreamGroup,
  DefaultStreamGroupChange,
  DefaultStreamGroupSelection,
  DefaultStreamGroupStreamsChange,
  ListStreamGroupChoices,
  NewDefaultStreamGroup,
  Principal,
  removeDefaultStream,
  removeDefaultStreamGroup,
  StreamSelection,
  updateDefaultStreamGroup,
  updateDefaultStreamGroupStreams,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DefaultStreamsService } from './default-streams.service.js';

@Controller()
export class DefaultStreamsController {
  constructor(private readonly defaultStreams: DefaultStreamsService) {}

  @MessagePattern(ListStreamGroupChoices.pattern)
  listChoices(@Payload() { realmId }: ListStreamGroupChoices) {
    return this.defaultStreams.choices(realmId);
  }

  @Handles(addDefaultStream)
  add(@Actor() actor: Principal, @Parameters() { streamId }: StreamSelection) {
    return this.defaultStreams.add(actor, streamId);
  }

  @Handles(removeDefaultStream)
  remove(@Actor() actor: Principal, @Parameters() { streamId }: StreamSelection) {
    return this.defaultStreams.remove(actor, streamId);
  }

  @Handles(createDefaultStreamGroup)
  createGroup(@Actor() actor: Principal, @Parameters() group: NewDefaultStreamGroup) {
    return this.defaultStreams.createGroup(actor, group);
  }

  @Handles(updateDefaultStreamGroup)
  updateGroup(@Actor() actor: Principal, @Parameters() change: DefaultStreamGroupChange) {
    return this.defaultStreams.updateGroup(actor, change);
  }

  @Handles(updateDefaultStreamGroupStreams)
  updateGroupStreams(@Actor() actor: Principal, @Parameters() change: DefaultStreamGroupStreamsChange) {
    return this.defaultStreams.updateGroupStreams(actor, change);
  }

  @Handles(removeDefaultStreamGroup)
  removeGroup(@Actor() actor: Principal, @Parameters() { groupId }: DefaultStreamGroupSelection) {
    return this.defaultStreams.removeGroup(actor, groupId);
  }
}
