import {
  CreateProfileField,
  DeleteProfileField,
  type ProfileFieldType,
  ReorderProfileFields,
  UpdateProfileField,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { realmState } from '../realm/realm-state.js';
import * as endpoints from './profile-fields.endpoints.js';

@Controller()
export class ProfileFieldsController {
  @Endpoint(endpoints.getProfileFieldsEndpoint)
  async get(call: Call<typeof endpoints.getProfileFieldsEndpoint>) {
    return { custom_fields: await realmState(call, 'custom_profile_fields') };
  }

  @Endpoint(endpoints.createProfileFieldEndpoint)
  create(call: Call<typeof endpoints.createProfileFieldEndpoint>) {
    const { fieldType, ...others } = call.parameters;
    return call.request(CreateProfileField, {
      actor: call.principal,
      fieldType: fieldType as ProfileFieldType,
      ...others,
    });
  }

  @Endpoint(endpoints.reorderProfileFieldsEndpoint)
  reorder(call: Call<typeof endpoints.reorderProfileFieldsEndpoint>) {
    return call.request(ReorderProfileFields, { actor: call.principal, fieldIds: [...call.parameters.order] });
  }

  @Endpoint(endpoints.updateProfileFieldEndpoint)
  update(call: Call<typeof endpoints.updateProfileFieldEndpoint>) {
    return call.request(UpdateProfileField, {
      actor: call.principal,
      fieldId: call.path.fieldId,
      ...call.parameters,
    });
  }

  @Endpoint(endpoints.deleteProfileFieldEndpoint)
  delete(call: Call<typeof endpoints.deleteProfileFieldEndpoint>) {
    return call.request(DeleteProfileField, { actor: call.principal, fieldId: call.path.fieldId });
  }
}

@Module({ controllers: [ProfileFieldsController] })
export class ProfileFieldsModule {}
