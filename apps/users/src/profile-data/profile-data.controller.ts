import {
  DropUnfitProfileValues,
  type LoggedEvent,
  ProfileFieldsChanged,
  type ProfileFieldsChangedPayload,
  RemoveOwnProfileData,
  UpdateOwnProfileData,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { ChangedFieldsService } from './changed-fields.service.js';
import { ProfileDataService } from './profile-data.service.js';

@Controller()
export class ProfileDataController {
  constructor(
    private readonly own: ProfileDataService,
    private readonly changedFields: ChangedFieldsService,
  ) {}

  @MessagePattern(UpdateOwnProfileData.pattern)
  update(@Payload() request: UpdateOwnProfileData) {
    return this.own.update(request);
  }

  @MessagePattern(RemoveOwnProfileData.pattern)
  remove(@Payload() request: RemoveOwnProfileData) {
    return this.own.remove(request);
  }

  @MessagePattern(DropUnfitProfileValues.pattern)
  dropUnfit(@Payload() request: DropUnfitProfileValues) {
    return this.changedFields.dropUnfit(request);
  }

  @EventPattern(ProfileFieldsChanged.type)
  onProfileFieldsChanged(@Payload() event: LoggedEvent<ProfileFieldsChangedPayload>) {
    return this.changedFields.onEvent(event);
  }
}
