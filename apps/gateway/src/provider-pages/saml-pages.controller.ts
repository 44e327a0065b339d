import {
  CompleteSamlSignIn,
  completeSaml,
  EndSessionsBySaml,
  type FailedSamlStep,
  GetSamlMetadata,
  getSamlMetadata,
  MAX_RELAY_STATE_LENGTH,
  MAX_SAML_LENGTH,
  MAX_TICKET_LENGTH,
  ReceiveSamlResponse,
  receiveSaml,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { endedSessionCookie } from '../admission/session-cookies.js';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { ConfiguredProviders } from './configured-providers.js';
import { attemptAtProvider, finishAtProvider, showProblem } from './provider-sign-in.js';

@Controller()
export class SamlPagesController {
  private readonly providers = new ConfiguredProviders();

  /** Browsers send no cookie with this request, so it neither reads nor sets one: the redirect leads to the request that does. */
  @Endpoint(receiveSaml)
  async receive(call: Call<typeof receiveSaml>) {
    await this.providers.require(call, 'saml');
    const { samlResponse = '', samlRequest, relayState } = call.parameters;
    if (samlRequest !== undefined) return logOut(call, 'post', samlRequest, relayState);
    const received = await call.request(ReceiveSamlResponse, {
      realmId: call.realmId,
      samlResponse: samlResponse.slice(0, MAX_SAML_LENGTH),
      relayState: relayState.slice(0, MAX_RELAY_STATE_LENGTH),
    });
    if (received.result === 'continue') return redirect(received.redirectUrl);
    return showFailure(call, received);
  }

  @Endpoint(completeSaml)
  async complete(call: Call<typeof completeSaml>) {
    await this.providers.require(call, 'saml');
    const { ticket, samlRequest, relayState } = call.parameters;
    if (samlRequest !== undefined) return logOut(call, 'redirect', call.query, relayState);
    const { attempt, fields } = attemptAtProvider(call);
    const result = await call.request(CompleteSamlSignIn, { ...fields, ticket: ticket.slice(0, MAX_TICKET_LENGTH) });
    return finishAtProvider(call, result, attempt, '');
  }

  @Endpoint(getSamlMetadata)
  async metadata(call: Call<typeof getSamlMetadata>) {
    await this.providers.require(call, 'saml');
    const { xml } = await call.request(GetSamlMetadata, {});
    return new FileResponse('application/samlmetadata+xml', xml);
  }
}

/** The browser goes back to the provider with our response, if it wants one. */
async function logOut(
  call: Call,
  binding: EndSessionsBySaml['binding'],
  request: string,
  relayState: string,
): Promise<FileResponse> {
  const ended = await call.request(EndSessionsBySaml, {
    realmId: call.realmId,
    binding,
    request: request.slice(0, MAX_SAML_LENGTH),
    relayState: relayState.slice(0, MAX_RELAY_STATE_LENGTH),
  });
  if (ended.result !== 'ended') return showFailure(call, ended);
  return redirect(ended.redirectUrl ?? SIGN_IN_PATH, [endedSessionCookie(call.isSecure)]);
}

async function showFailure(
  call: Call,
  failure: FailedSamlStep | { readonly result: 'no_flow' },
): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  return failure.result === 'no_flow'
    ? showProblem(visit, 'no_flow')
    : showProblem(visit, failure.reason, failure.fault);
}
