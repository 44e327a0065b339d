import {
  BeginOidcSignIn,
  CompleteOidcSignIn,
  completeOidcSignIn,
  EndSessionsByLogoutToken,
  getFailedSignInPage,
  logOutByOidc,
  type OidcReturn,
  type ProviderSignInQuery,
  startOidcSignIn,
  startOidcSignUp,
  startOnlyOidcSignIn,
  startOnlyOidcSignUp,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { ConfiguredProviders } from './configured-providers.js';
import { attemptAtProvider, finishAtProvider, showFailed, startAtProvider } from './provider-sign-in.js';

@Controller()
export class OpenIdConnectController {
  private readonly providers = new ConfiguredProviders();

  @Endpoint(startOidcSignIn)
  startSignIn(call: Call<typeof startOidcSignIn>) {
    return start(call, call.parameters, { providerId: call.parameters.providerId, isSignUp: false });
  }

  @Endpoint(startOnlyOidcSignIn)
  startOnlySignIn(call: Call<typeof startOnlyOidcSignIn>) {
    return start(call, call.parameters, { isSignUp: false });
  }

  @Endpoint(startOidcSignUp)
  startSignUp(call: Call<typeof startOidcSignUp>) {
    return start(call, call.parameters, { providerId: call.parameters.providerId, isSignUp: true });
  }

  @Endpoint(startOnlyOidcSignUp)
  startOnlySignUp(call: Call<typeof startOnlyOidcSignUp>) {
    return start(call, call.parameters, { isSignUp: true });
  }

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
  showFailed(call: Call<typeof getFailedSignInPage>) {
    return showFailed(call);
  }

  /** From the provider, not from a browser: the signature of the token shows it. */
  @Endpoint(logOutByOidc)
  async logOut(call: Call<typeof logOutByOidc>) {
    const { providerId, logoutToken } = call.parameters;
    await this.providers.require(call, 'oidc', providerId);
    return call.request(EndSessionsByLogoutToken, { realmId: call.realmId, providerId, logoutToken });
  }
}

const start = (
  call: Call,
  query: ProviderSignInQuery,
  selection: { readonly providerId?: string; readonly isSignUp: boolean },
): Promise<FileResponse> =>
  startAtProvider(call, { protocol: 'oidc', query, ...selection }, (fields) => call.request(BeginOidcSignIn, fields));

function returnPath(providerId: string, parameters: OidcReturn): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/complete/oidc/${encodeURIComponent(providerId)}/?${new URLSearchParams(given)}`;
}

@Module({ controllers: [OpenIdConnectController] })
export class OpenIdConnectModule {}
