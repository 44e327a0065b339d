import {
  DeleteRealmDomain,
  GetServerSettings,
  REALM_SETTINGS,
  type RealmChanges,
  SaveRealmDomain,
  SetRealmActive,
  type SettingValue,
  UpdateRealm,
  UpdateUserSettingsDefaults,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './realm.endpoints.js';
import { realmState } from './realm-state.js';

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

  @Endpoint(endpoints.updateSettingsDefaultsEndpoint)
  updateSettingsDefaults(call: Call<typeof endpoints.updateSettingsDefaultsEndpoint>) {
    const settings = Object.fromEntries(
      Object.entries(call.parameters as Record<string, SettingValue | undefined>).filter(
        ([, value]) => value !== undefined,
      ),
    ) as Record<string, SettingValue>;
    return call.request(UpdateUserSettingsDefaults, { actor: call.principal, settings });
  }

  @Endpoint(endpoints.deactivateRealmEndpoint)
  deactivate(call: Call<typeof endpoints.deactivateRealmEndpoint>) {
    return call.request(SetRealmActive, { actor: call.principal, realmId: call.realmId, isActive: false });
  }

  @Endpoint(endpoints.serverSettingsEndpoint)
  serverSettings(call: Call<typeof endpoints.serverSettingsEndpoint>) {
    return call.request(GetServerSettings, { realmId: call.realmId });
  }

  @Endpoint(endpoints.getDomainsEndpoint)
  async domains(call: Call<typeof endpoints.getDomainsEndpoint>) {
    return { domains: await realmState(call, 'realm_domains') };
  }

  @Endpoint(endpoints.addDomainEndpoint)
  async addDomain(call: Call<typeof endpoints.addDomainEndpoint>) {
    const { domain, allowSubdomains } = call.parameters;
    await call.request(SaveRealmDomain, { actor: call.principal, domain, allowSubdomains, mode: 'create' });
    return { new_domain: [domain.trim().toLowerCase(), allowSubdomains] };
  }

  @Endpoint(endpoints.updateDomainEndpoint)
  updateDomain(call: Call<typeof endpoints.updateDomainEndpoint>) {
    const { allowSubdomains } = call.parameters;
    const { domain } = call.path;
    return call.request(SaveRealmDomain, { actor: call.principal, domain, allowSubdomains, mode: 'update' });
  }

  @Endpoint(endpoints.deleteDomainEndpoint)
  deleteDomain(call: Call<typeof endpoints.deleteDomainEndpoint>) {
    return call.request(DeleteRealmDomain, { actor: call.principal, domain: call.path.domain });
  }
}

@Module({ controllers: [RealmController] })
export class RealmModule {}
