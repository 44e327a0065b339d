import {
  ApiError,
  beginSetUpByForm,
  beginTotpSetUp,
  confirmSetUpByForm,
  confirmTotpSetUp,
  deleteTotp,
  GetOwnSetUp,
  getOwnSecondFactorPage,
  type Principal,
  type ProofForm,
  removeSecondFactorByForm,
  replaceRecoveryCodes,
  replaceRecoveryCodesByForm,
  requestOf,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit, showPage } from '../pages/page-visit.js';
import { showRefused } from '../pages/refused-forms.js';
import { toSignIn } from '../pages/to-sign-in.js';
import { backLink, OWN_SECOND_FACTOR_PATH, ownSecondFactorPage } from './account-pages.js';
import { codeErrorOf, shortened } from './code-errors.js';
import { changeOwn, givenPassword, stateOf } from './own-account.js';
import { OwnKeyController } from './own-key.controller.js';
import { recoveryCodesPage, setUpPage } from './second-factor-pages.js';

const CONFIRM_PATH = `${OWN_SECOND_FACTOR_PATH}confirm/`;

/** The own second factor, by forms. The users service asks for the password if the sign-in is old. */
@Controller()
export class OwnSecondFactorController {
  @Endpoint(getOwnSecondFactorPage)
  async page(call: Call<typeof getOwnSecondFactorPage>) {
    const { principal: actor } = call;
    if (actor === null) return toSignIn(OWN_SECOND_FACTOR_PATH);
    const [visit, state, { setUp }] = await Promise.all([
      PageVisit.begin(call),
      stateOf(call, actor),
      call.request(GetOwnSetUp, { actor }),
    ]);
    return visit.show(
      setUp === null ? ownSecondFactorPage(visit.view, state) : setUpPage(visit.view, CONFIRM_PATH, setUp),
    );
  }

  @Endpoint(beginSetUpByForm)
  begin(call: Call<typeof beginSetUpByForm>) {
    const begin = async (actor: Principal) => {
      const fields = { actor, parameters: givenPassword(call.parameters.password) };
      await call.request(requestOf(beginTotpSetUp), fields).catch(orNothingToDo);
      return redirect(OWN_SECOND_FACTOR_PATH);
    };
    return changeOwn(call, OWN_SECOND_FACTOR_PATH, begin, ownSecondFactorPage);
  }

  @Endpoint(confirmSetUpByForm)
  async confirm(call: Call<typeof confirmSetUpByForm>) {
    const { principal: actor, address: clientAddress } = call;
    if (actor === null) return toSignIn(OWN_SECOND_FACTOR_PATH);
    try {
      const parameters = { code: shortened(call.parameters.code) };
      const codes = await call.request(requestOf(confirmTotpSetUp), { actor, parameters, clientAddress });
      return await showRecoveryCodes(call, codes.recovery_codes);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const { setUp } = await call.request(GetOwnSetUp, { actor });
      const known = codeErrorOf(error);
      if (setUp === null || known === undefined) return redirect(OWN_SECOND_FACTOR_PATH);
      const visit = await PageVisit.begin(call);
      return showRefused(visit, error, setUpPage(visit.view, CONFIRM_PATH, setUp, known));
    }
  }

  @Endpoint(replaceRecoveryCodesByForm)
  replaceRecoveryCodes(call: Call<typeof replaceRecoveryCodesByForm>) {
    return changeWithProof(call, async (fields) => {
      const codes = await call.request(requestOf(replaceRecoveryCodes), fields);
      return showRecoveryCodes(call, codes.recovery_codes);
    });
  }

  @Endpoint(removeSecondFactorByForm)
  remove(call: Call<typeof removeSecondFactorByForm>) {
    return changeWithProof(call, async (fields) => {
      await call.request(requestOf(deleteTotp), fields).catch(orNothingToDo);
      return redirect(OWN_SECOND_FACTOR_PATH);
    });
  }
}

/** The response to a change of the second factor, which needs the code and the password of the form. */
function changeWithProof(
  call: Call<typeof replaceRecoveryCodesByForm> | Call<typeof removeSecondFactorByForm>,
  change: (fields: {
    readonly actor: Principal;
    readonly parameters: ReturnType<typeof proofIn>;
    readonly clientAddress: string;
  }) => Promise<FileResponse>,
): Promise<FileResponse> {
  const { address: clientAddress } = call;
  const run = (actor: Principal) => change({ actor, parameters: proofIn(call), clientAddress });
  return changeOwn(call, OWN_SECOND_FACTOR_PATH, run, ownSecondFactorPage);
}

function showRecoveryCodes(call: Call, codes: readonly string[]): Promise<FileResponse> {
  return showPage(call, (view) => recoveryCodesPage(view, codes, backLink(view)));
}

const proofIn = ({ parameters: { code, password } }: { readonly parameters: ProofForm }) => ({
  code: shortened(code),
  ...givenPassword(password),
});

/** The page shows the state that another form has made meanwhile. */
function orNothingToDo(error: unknown): void {
  if (!(error instanceof ApiError) || !NOTHING_TO_DO.includes(error.message)) throw error;
}
const NOTHING_TO_DO = ['You already have a second factor', 'You have no second factor'];

@Module({ controllers: [OwnKeyController, OwnSecondFactorController] })
export class OwnAccountModule {}
