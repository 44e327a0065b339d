import {
  DropUnfitProfileValues,
  type LoggedEvent,
  OwnProfileData,
  Principal,
  ProfileFieldIds,
  ProfileFieldsChanged,
  type ProfileFieldsChangedPayload,
  removeOwnProfileData,
  updateOwnProfileData,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
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

  @Handles(updateOwnProfileData)
  update(@Actor() actor: Principal, @Parameters() { data }: OwnProfileData) {
    return this.own.update(actor, data);
  }

  @Handles(removeOwnProfileData)
  remove(@Actor() actor: Principal, @Parameters() { data: fieldIds }: ProfileFieldIds) {
    return this.own.remove(actor, fieldIds);
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
