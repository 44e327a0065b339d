import {
  ApiError,
  ConfirmEmailChange,
  confirmEmail,
  getPasswordResetPage,
  ResetPassword,
  resetPassword,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { escapeHtml, page } from './page.js';

@Controller()
export class SignInController {
  @Endpoint(getPasswordResetPage)
  passwordResetPage() {
    // The form posts back to its own address, the token in it.
    return page(
      'Set a new password',
      '<form method="post"><p><input type="password" name="new_password" autocomplete="new-password" required></p>' +
        '<p><button>Set the password</button></p></form>',
    );
  }

  @Endpoint(resetPassword)
  resetPassword(call: Call<typeof resetPassword>) {
    const { token, newPassword } = call.parameters;
    return orErrorPage(async () => {
      await call.request(ResetPassword, { realmId: call.realmId, token, password: newPassword });
      return page('Your password is set', '<p>You can sign in with it now.</p>');
    });
  }

  @Endpoint(confirmEmail)
  confirmEmail(call: Call<typeof confirmEmail>) {
    const { token } = call.parameters;
    return orErrorPage(async () => {
      const { email } = await call.request(ConfirmEmailChange, { realmId: call.realmId, token });
      return page('Your address is changed', `<p>From now on it is <b>${escapeHtml(email)}</b>.</p>`);
    });
  }
}

/** People who followed a link read a page, also when they are refused. */
async function orErrorPage(work: () => Promise<ReturnType<typeof page>>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return page('That did not work', `<p>${escapeHtml(error.message)}</p>`, error.status);
  }
}

@Module({ controllers: [SignInController] })
export class SignInModule {}
