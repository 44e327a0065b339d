import {
  ApiError,
  ConfirmEmailChange,
  confirmEmail,
  getPasswordResetPage,
  type NewPassword,
  ResetPassword,
  resetPassword,
  type Wire,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';

const FIELD: keyof Wire<NewPassword> = 'new_password';

@Controller()
export class SignInController {
  @Endpoint(getPasswordResetPage)
  passwordResetPage() {
    // The form posts back to its own address, the token in it.
    return page(
      'Set a new password',
      `<form method="post"><p><input type="password" name="${FIELD}" autocomplete="new-password" required></p>` +
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

/** Shows an `ApiError` as a page, because the user has followed a link. */
async function orErrorPage(work: () => Promise<FileResponse>): Promise<FileResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return page('That did not work', `<p>${escapeHtml(error.message)}</p>`, error.status);
  }
}

/** For pages behind a mailed link: no scripts and external files, and the link is not sent as a referrer. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}' +
  'input,button{font:inherit;padding:.4rem .6rem;margin:.3rem 0}';

/** `body`: HTML. Text of users must be escaped. */
function page(title: string, body: string, status = 200): FileResponse {
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>` +
    `<body><h1>${title}</h1>${body}</body></html>`;
  return new FileResponse('text/html; charset=utf-8', html, HEADERS, status);
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

@Module({ controllers: [SignInController] })
export class SignInModule {}
