import {
  getOwnKeyPage,
  type PasswordForm,
  type Principal,
  ReplaceOwnApiKey,
  regenerateKeyByForm,
  ShowOwnApiKey,
  showKeyByForm,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { PageVisit, showPage } from '../pages/page-visit.js';
import { toSignIn } from '../pages/to-sign-in.js';
import { OWN_KEY_PATH, ownKeyPage, shownKeyPage } from './account-pages.js';
import { changeOwn, givenPassword, stateOf } from './own-account.js';

@Controller()
export class OwnKeyController {
  @Endpoint(getOwnKeyPage)
  async page(call: Call<typeof getOwnKeyPage>) {
    const { principal: actor } = call;
    if (actor === null) return toSignIn(OWN_KEY_PATH);
    const [visit, state] = await Promise.all([PageVisit.begin(call), stateOf(call, actor)]);
    return visit.show(ownKeyPage(visit.view, state));
  }

  @Endpoint(showKeyByForm)
  show(call: Call<typeof showKeyByForm>) {
    return showKey(call, (fields) => call.request(ShowOwnApiKey, fields));
  }

  @Endpoint(regenerateKeyByForm)
  regenerate(call: Call<typeof regenerateKeyByForm>) {
    return showKey(call, (fields) => call.request(ReplaceOwnApiKey, fields));
  }
}

function showKey(
  call: Call & { readonly parameters: PasswordForm; readonly principal: Principal | null },
  request: (fields: { actor: Principal; password?: string }) => Promise<{ readonly apiKey: string }>,
): Promise<FileResponse> {
  const show = async (actor: Principal) => {
    const { apiKey } = await request({ actor, ...givenPassword(call.parameters.password) });
    return showPage(call, (view) => shownKeyPage(view, apiKey));
  };
  return changeOwn(call, OWN_KEY_PATH, show, ownKeyPage);
}
