import {
  ApiError,
  CheckPasswordReset,
  getPasswordResetPage,
  getPasswordResetRequestPage,
  getPasswordResetSentPage,
  getPasswordSetPage,
  PASSWORD_TOO_WEAK,
  ResetPassword,
  requestOf,
  requestPasswordReset,
  requestPasswordResetByForm,
  resetPassword,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { DEACTIVATED_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit, showPage } from '../pages/page-visit.js';
import { orFormAgain, orLinkNotValid } from '../pages/refused-forms.js';
import {
  newPasswordPage,
  passwordResetPage,
  passwordResetSentPage,
  passwordSetPage,
  RESET_PATH,
} from './password-pages.js';

@Controller()
export class PasswordPagesController {
  @Endpoint(getPasswordResetRequestPage)
  async requestPage(call: Call<typeof getPasswordResetRequestPage>) {
    const visit = await PageVisit.begin(call);
    if (visit.realm.isDeactivated) return redirect(DEACTIVATED_PATH);
    return visit.show(passwordResetPage(visit.view, { email: '' }));
  }

  /** The response is the same for every address. */
  @Endpoint(requestPasswordResetByForm)
  request(call: Call<typeof requestPasswordResetByForm>) {
    const { email } = call.parameters;
    const send = async () => {
      const request = { actor: null, parameters: { email }, clientAddress: call.address };
      await call.request(requestOf(requestPasswordReset), request);
      return redirect(`${RESET_PATH}done/`);
    };
    return orFormAgain(call, send, ({ view }, { error, minutes }) =>
      passwordResetPage(view, { email, error: error ? 'signIn.invalidEmail' : 'error.limit', minutes }),
    );
  }

  @Endpoint(getPasswordResetSentPage)
  sentPage(call: Call<typeof getPasswordResetSentPage>) {
    return showPage(call, passwordResetSentPage);
  }

  @Endpoint(getPasswordResetPage)
  newPasswordPage(call: Call<typeof getPasswordResetPage>) {
    return orLinkNotValid(call, async (visit) => {
      await call.request(CheckPasswordReset, { realmId: call.realmId, token: call.parameters.token });
      return visit.show(newPasswordPage(visit.view, {}));
    });
  }

  /** The redirect takes the used link out of the address of the browser. */
  @Endpoint(resetPassword)
  setPassword(call: Call<typeof resetPassword>) {
    const { token, newPassword } = call.parameters;
    return orLinkNotValid(call, async (visit) => {
      try {
        await call.request(ResetPassword, { realmId: call.realmId, token, password: newPassword });
        return redirect('/accounts/password/done/');
      } catch (error) {
        if (!(error instanceof ApiError) || error.message !== PASSWORD_TOO_WEAK) throw error;
        return visit.show(newPasswordPage(visit.view, { error: 'newPassword.weak' }), { status: 400 });
      }
    });
  }

  @Endpoint(getPasswordSetPage)
  passwordSetPage(call: Call<typeof getPasswordSetPage>) {
    return showPage(call, passwordSetPage);
  }
}

@Module({ controllers: [PasswordPagesController] })
export class PasswordPagesModule {}
