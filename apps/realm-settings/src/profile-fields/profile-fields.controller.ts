import { requireAdministrator } from '@chat/auth';
import { CreateProfileField, DeleteProfileField, ReorderProfileFields, UpdateProfileField } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ProfileFieldsService } from './profile-fields.service.js';

@Controller()
export class ProfileFieldsController {
  constructor(private readonly profileFields: ProfileFieldsService) {}

  @MessagePattern(CreateProfileField.pattern)
  create(@Payload() request: CreateProfileField) {
    requireAdministrator(request.actor);
    return this.profileFields.create(request);
  }

  @MessagePattern(UpdateProfileField.pattern)
  update(@Payload() request: UpdateProfileField) {
    requireAdministrator(request.actor);
    return this.profileFields.update(request);
  }

  @MessagePattern(DeleteProfileField.pattern)
  delete(@Payload() { actor, fieldId }: DeleteProfileField) {
    requireAdministrator(actor);
    return this.profileFields.delete(actor, fieldId);
  }

  @MessagePattern(ReorderProfileFields.pattern)
  reorder(@Payload() { actor, fieldIds }: ReorderProfileFields) {
    requireAdministrator(actor);
    return this.profileFields.reorder(actor, fieldIds);
  }
}
