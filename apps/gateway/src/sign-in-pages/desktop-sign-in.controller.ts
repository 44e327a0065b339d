import { ApiError, getDesktopTextPage, RedeemLoginToken, redeemLoginToken } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { DEACTIVATED_PATH, SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { showPage } from '../pages/page-visit.js';
import { isMethodDisabled, isOfDeactivatedRealm } from '../pages/refused-forms.js';
import { desktopPage, tokenNotValidPage } from './desktop-page.js';
import { desktopTextIn, endDesktopText } from './desktop-text.js';
import { attemptSignIn, finishSignIn } from './finish-sign-in.js';
import { refusedSignIn } from './refused-sign-in.js';

/** The last steps of a desktop app: the token of the sign-in in the browser gives its window a session. */
@Controller()
export class DesktopSignInController {
  @Endpoint(getDesktopTextPage)
  textPage(call: Call<typeof getDesktopTextPage>) {
    const text = desktopTextIn(call);
    if (text === undefined) return redirect(SIGN_IN_PATH);
    return showPage(call, (view) => desktopPage(view, text), { cookies: [endDesktopText(call.isSecure)] });
  }

  @Endpoint(redeemLoginToken)
  async redeem(call: Call<typeof redeemLoginToken>) {
    const { realmId, parameters } = call;
    const attempt = attemptSignIn(call, { next: '' });
    try {
      // Another site must not sign its visitors in as a person of its choice.
      if (isFromAnotherSite(call)) return await notValid(call);
      const begun = await call.request(RedeemLoginToken, { realmId, token: parameters.token, target: attempt.target });
      return await finishSignIn(call, begun, { ...attempt, flow: { next: begun.next ?? '' } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      if (isMethodDisabled(error)) return refusedSignIn(call, error, { username: '', next: '' });
      return isOfDeactivatedRealm(error) ? redirect(DEACTIVATED_PATH) : notValid(call);
    }
  }
}

const isFromAnotherSite = ({ headers }: Call): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

function notValid(call: Call) {
  return showPage(call, tokenNotValidPage, { status: 400 });
}

@Module({ controllers: [DesktopSignInController] })
export class DesktopSignInModule {}
