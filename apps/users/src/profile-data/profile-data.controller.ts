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
import { ProfileValuesService } from './profile-values.service.js';

@Controller()
export class ProfileDataController {
  constructor(
    private readonly values: ProfileValuesService,
    private readonly changedFields: ChangedFieldsService,
  ) {}

  @Handles(updateOwnProfileData)
  update(@Actor() actor: Principal, @Parameters() { data }: OwnProfileData) {
    return this.values.update(actor, data);
  }

  @Handles(removeOwnProfileData)
  remove(@Actor() actor: Principal, @Parameters() { data: fieldIds }: ProfileFieldIds) {
    return this.values.remove(actor, fieldIds);
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
