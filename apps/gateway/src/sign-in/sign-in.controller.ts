import {
  ApiError,
  ConfirmEmailChange,
  FetchApiKey,
  RegenerateApiKey,
  RequestPasswordReset,
  ResetPassword,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { escapeHtml, page } from './page.js';
import * as endpoints from './sign-in.endpoints.js';

@Controller()
export class SignInController {
  @Endpoint(endpoints.fetchApiKeyEndpoint)
  async fetchApiKey(call: Call<typeof endpoints.fetchApiKeyEndpoint>) {
    const { realmId, address } = call;
    const { apiKey, email, userId } = await call.request(FetchApiKey, { realmId, address, ...call.parameters });
    return { api_key: apiKey, email, user_id: userId };
  }

  @Endpoint(endpoints.regenerateApiKeyEndpoint)
  async regenerateApiKey(call: Call<typeof endpoints.regenerateApiKeyEndpoint>) {
    const { apiKey } = await call.request(RegenerateApiKey, { actor: call.principal });
    return { api_key: apiKey };
  }

  @Endpoint(endpoints.requestPasswordResetEndpoint)
  requestPasswordReset(call: Call<typeof endpoints.requestPasswordResetEndpoint>) {
    const { realmId, address } = call;
    return call.request(RequestPasswordReset, { realmId, address, email: call.parameters.email });
  }

  @Endpoint(endpoints.passwordResetPageEndpoint)
  passwordResetPage() {
    // The form posts back to its own address, the token in it.
    return page(
      'Set a new password',
      '<form method="post"><p><input type="password" name="new_password" autocomplete="new-password" required></p>' +
        '<p><button>Set the password</button></p></form>',
    );
  }

  @Endpoint(endpoints.resetPasswordEndpoint)
  resetPassword(call: Call<typeof endpoints.resetPasswordEndpoint>) {
    const { newPassword } = call.parameters;
    return orRefusalPage(async () => {
      await call.request(ResetPassword, { realmId: call.realmId, token: call.path.token, password: newPassword });
      return page('Your password is set', '<p>You can sign in with it now.</p>');
    });
  }

  @Endpoint(endpoints.confirmEmailEndpoint)
  confirmEmail(call: Call<typeof endpoints.confirmEmailEndpoint>) {
    return orRefusalPage(async () => {
      const { email } = await call.request(ConfirmEmailChange, { realmId: call.realmId, token: call.path.token });
      return page('Your address is changed', `<p>From now on it is <b>${escapeHtml(email)}</b>.</p>`);
    });
  }
}

/** People who followed a link read a page, also when they are refused. */
async function orRefusalPage(work: () => Promise<ReturnType<typeof page>>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return page('That did not work', `<p>${escapeHtml(error.message)}</p>`, error.status);
  }
}

@Module({ controllers: [SignInController] })
export class SignInModule {}
