import {
  createProfileField,
  deleteProfileField,
  NewProfileField,
  Principal,
  ProfileFieldChange,
  ProfileFieldOrder,
  ProfileFieldSelection,
  reorderProfileFields,
  updateProfileField,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { ProfileFieldsService } from './profile-fields.service.js';

@Controller()
export class ProfileFieldsController {
  constructor(private readonly profileFields: ProfileFieldsService) {}

  @Handles(createProfileField)
  create(@Actor() actor: Principal, @Parameters() field: NewProfileField) {
    return this.profileFields.create(actor, field);
  }

  @Handles(updateProfileField)
  update(@Actor() actor: Principal, @Parameters() change: ProfileFieldChange) {
    return this.profileFields.update(actor, change);
  }

  @Handles(deleteProfileField)
  delete(@Actor() actor: Principal, @Parameters() { fieldId }: ProfileFieldSelection) {
    return this.profileFields.delete(actor, fieldId);
  }

  @Handles(reorderProfileFields)
  reorder(@Actor() actor: Principal, @Parameters() { order }: ProfileFieldOrder) {
    return this.profileFields.reorder(actor, order);
  }
}
