import { DropUnfitProfileValues, RemoveOwnProfileData, UpdateOwnProfileData } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ChangedFields } from './changed-fields.js';
import { OwnProfileDataHandler } from './own-profile-data.handler.js';

@Controller()
export class ProfileDataRpc {
  constructor(
    private readonly own: OwnProfileDataHandler,
    private readonly changedFields: ChangedFields,
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
}
