import {
  CreateProfileField,
  DeleteProfileField,
  GetProfileFields,
  type ProfileFieldRecord,
  ReorderProfileFields,
  type Stamped,
  UpdateProfileField,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmStates } from '../realm-state/realm-states.js';
import { CreateProfileFieldHandler } from './create-profile-field.handler.js';
import { DeleteProfileFieldHandler } from './delete-profile-field.handler.js';
import { ReorderProfileFieldsHandler } from './reorder-profile-fields.handler.js';
import { UpdateProfileFieldHandler } from './update-profile-field.handler.js';

@Controller()
export class ProfileFieldsRpc {
  constructor(
    private readonly states: RealmStates,
    private readonly createField: CreateProfileFieldHandler,
    private readonly updateField: UpdateProfileFieldHandler,
    private readonly deleteField: DeleteProfileFieldHandler,
    private readonly reorderFields: ReorderProfileFieldsHandler,
  ) {}

  @MessagePattern(GetProfileFields.pattern)
  async get(@Payload() { realmId }: GetProfileFields): Promise<Stamped<readonly ProfileFieldRecord[]>> {
    const { sequence, profileFields } = await this.states.get(realmId);
    return { sequence, state: profileFields };
  }

  @MessagePattern(CreateProfileField.pattern)
  create(@Payload() request: CreateProfileField) {
    return this.createField.handle(request);
  }

  @MessagePattern(UpdateProfileField.pattern)
  update(@Payload() request: UpdateProfileField) {
    return this.updateField.handle(request);
  }

  @MessagePattern(DeleteProfileField.pattern)
  delete(@Payload() request: DeleteProfileField) {
    return this.deleteField.handle(request);
  }

  @MessagePattern(ReorderProfileFields.pattern)
  reorder(@Payload() request: ReorderProfileFields) {
    return this.reorderFields.handle(request);
  }
}
