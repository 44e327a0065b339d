import {
  CompleteOidcSignIn,
  completeOidcSignIn,
  EndSessionsByLogoutToken,
  getFailedSignInPage,
  logOutByOidc,
  type OidcReturn,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { PageVisit } from '../pages/page-visit.js';
import { ConfiguredProviders } from './configured-providers.js';
import { attemptAtProvider, finishAtProvider, showProblem } from './provider-sign-in.js';

@Controller()
export class OpenIdConnectController {
  private readonly providers = new ConfiguredProviders();

  @Endpoint(completeOidcSignIn)
  async complete(call: Call<typeof completeOidcSignIn>) {
    const { providerId, ...parameters } = call.parameters;
    await this.providers.require(call, 'oidc', providerId);
    const { attempt, fields } = attemptAtProvider(call);
    const result = await call.request(CompleteOidcSignIn, { ...fields, providerId, parameters });
    return finishAtProvider(call, result, attempt, returnPath(providerId, parameters));
  }

  /** Also for SAML. */
  @Endpoint(getFailedSignInPage)
  async showFailed(call: Call<typeof getFailedSignInPage>) {
    return showProblem(await PageVisit.begin(call), call.parameters.reason);
  }

  /** From the provider, not from a browser: the signature of the token shows it. */
  @Endpoint(logOutByOidc)
  async logOut(call: Call<typeof logOutByOidc>) {
    const { providerId, logoutToken } = call.parameters;
    await this.providers.require(call, 'oidc', providerId);
    return call.request(EndSessionsByLogoutToken, { realmId: call.realmId, providerId, logoutToken });
  }
}

function returnPath(providerId: string, parameters: OidcReturn): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/complete/oidc/${encodeURIComponent(providerId)}/?${new URLSearchParams(given)}`;
}
