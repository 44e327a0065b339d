import { GetServerSettings, REALM_SETTINGS, type RealmChanges, SetRealmActive, UpdateRealm } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './realm.endpoints.js';

@Controller()
export class RealmController {
  @Endpoint(endpoints.updateRealmEndpoint)
  update(call: Call<typeof endpoints.updateRealmEndpoint>) {
    const given = Object.entries(call.parameters).filter(([, value]) => value !== undefined);
    const isSetting = ([name]: [string, unknown]) => Object.hasOwn(REALM_SETTINGS, name);
    const changes = {
      ...Object.fromEntries(given.filter((entry) => !isSetting(entry))),
      settings: Object.fromEntries(given.filter(isSetting)),
    } as RealmChanges;
    return call.request(UpdateRealm, { actor: call.principal, changes });
  }

  @Endpoint(endpoints.deactivateRealmEndpoint)
  deactivate(call: Call<typeof endpoints.deactivateRealmEndpoint>) {
    return call.request(SetRealmActive, { actor: call.principal, realmId: call.realmId, isActive: false });
  }

  @Endpoint(endpoints.serverSettingsEndpoint)
  serverSettings(call: Call<typeof endpoints.serverSettingsEndpoint>) {
    return call.request(GetServerSettings, { realmId: call.realmId });
  }
}

@Module({ controllers: [RealmController] })
export class RealmModule {}
