import type { SettingRule, SettingValue } from '@chat/contracts';
import { boolean, integer, oneOf, type Parameter, text } from '../http/index.js';

/** The parameter that a row of a table of settings stands for. Its range is the service's to check, in its own words. */
export function settingParameter(rule: SettingRule): Parameter<SettingValue> {
  switch (rule.kind) {
    case 'boolean':
      return boolean() as Parameter<SettingValue>;
    case 'choice':
      return oneOf(rule.values) as Parameter<SettingValue>;
    case 'word':
      return oneOf(rule.values) as Parameter<SettingValue>;
    case 'integer':
      return (rule.orNull ? integer().orNull() : integer()) as Parameter<SettingValue>;
    case 'text':
      return text() as Parameter<SettingValue>;
  }
}
