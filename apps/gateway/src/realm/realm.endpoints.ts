import {
  AUTHENTICATION_METHODS,
  badRequest,
  badValue,
  REALM_SETTING_NAMES,
  REALM_SETTINGS,
  RETAIN_MESSAGES_FOREVER,
  type RealmSettingName,
  Role,
  type SettingValue,
} from '@chat/contracts';
import { anyOf, boolean, count, endpoint, id, integer, object, type Parameter, record, text } from '../http/index.js';
import { settingParameter } from './setting-parameter.js';

type SettingParameter = Parameter<SettingValue>;

/** Seconds or days from one up, or a word for no limit, as JSON text or plainly. Whatever else it is, the refusal quotes it. */
const limit = (unlimited: number | null): SettingParameter =>
  anyOf([integer(), text()], { orPlainText: true, what: 'a string or integer' }).map((value, name) => {
    if (value === 'unlimited') return unlimited;
    if (typeof value === 'string' || value < 1) throw badValue(name, String(value));
    return value;
  }) as SettingParameter;

/** One of a vendor's numbers; any other is quoted. */
const vendorChoice = (values: readonly SettingValue[]): SettingParameter =>
  integer().refine((value, name) => {
    if (!values.includes(value)) throw badRequest(`Invalid ${name} ${value}`);
  }) as SettingParameter;

/** Texts are refused by the service, in words of its own. */
const anyText = text({ controlCharacters: 'allowed' }) as SettingParameter;

function realmSettingParameter(name: RealmSettingName): SettingParameter {
  const { rule } = REALM_SETTINGS[name];
  if (name === 'messageRetentionDays') return limit(RETAIN_MESSAGES_FOREVER);
  if (name === 'waitingPeriodThreshold') return count() as SettingParameter;
  if (rule.kind === 'integer' && rule.orNull) return limit(null);
  if (rule.kind === 'choice' && (name === 'videoChatProvider' || name === 'gifRating'))
    return vendorChoice(rule.values);
  return rule.kind === 'text' || rule.kind === 'word' ? anyText : settingParameter(rule);
}

type OptionalSettings = Readonly<Record<string, Parameter<SettingValue | undefined>>>;

const realmSettings: OptionalSettings = Object.fromEntries(
  REALM_SETTING_NAMES.map((name) => [REALM_SETTINGS[name].wireName, realmSettingParameter(name).optional()]),
);

/** -1: off. */
const noticeStream = id()
  .map((streamId) => (streamId === -1 ? null : streamId))
  .optional();

const externalAccount = object({ name: text(), text: text(), hint: text(), url_pattern: text() });

export const updateRealmEndpoint = endpoint({
  method: 'PATCH',
  path: '/realm',
  access: 'user',
  minimumRole: Role.Administrator,
  summary: 'Change settings of the organization',
  parameters: {
    ...realmSettings,
    authentication_methods: record(boolean())
      .describe(`Whether each of ${AUTHENTICATION_METHODS.join(', ')} may be used`)
      .optional(),
    notifications_stream_id: noticeStream,
    signup_notifications_stream_id: noticeStream,
    presence_disabled: boolean().optional(),
    default_external_accounts: record(externalAccount).optional(),
  },
});

export const deactivateRealmEndpoint = endpoint({
  method: 'POST',
  path: '/realm/deactivate',
  access: 'user',
  minimumRole: Role.Owner,
  summary: 'Deactivate the organization',
  parameters: {},
});

export const serverSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/server_settings',
  access: 'anyone',
  summary: 'What must be known before signing in',
  parameters: {},
});
