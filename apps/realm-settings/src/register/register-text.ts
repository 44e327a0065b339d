import type { GetRealmRegisterState } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import type { RealmState } from '../realm-state/realm-state.js';
import type { Installation } from '../server/installation.js';
import { registerFields } from './register-fields.js';

/** Different wishes of clients whose answers are kept for one moment of a realm. */
const MAX_KEPT_TEXTS = 16;

interface KeptTexts {
  readonly sequence: number;
  readonly byQuestion: Map<string, JsonText>;
}

const texts = new WeakMap<RealmState, KeptTexts>();

/** This service's part of the register response. Of the same moment everybody who asks the same is told the same. */
export function registerText(state: RealmState, installation: Installation, request: GetRealmRegisterState): JsonText {
  const { actor, fetchEventTypes, capabilities } = request;
  const question = JSON.stringify([actor === null, capabilities.linkifierUrlTemplate, fetchEventTypes]);
  let kept = texts.get(state);
  // Whatever changes a realm's state is an event.
  if (kept?.sequence !== state.sequence) {
    kept = { sequence: state.sequence, byQuestion: new Map() };
    texts.set(state, kept);
  }
  let text = kept.byQuestion.get(question);
  if (text === undefined) {
    text = registerStateText(state.sequence, registerFields(state, installation, request), undefined);
    if (kept.byQuestion.size >= MAX_KEPT_TEXTS) kept.byQuestion.clear();
    kept.byQuestion.set(question, text);
  }
  return text;
}
