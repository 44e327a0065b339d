import { Any, List, Text, TextMap } from '../../incoming-webhooks/payload/fields.js';

/** Only unified alerting has a list of alerts. */
export class AnyAlerting {
  @Any() alerts?: unknown;
}

export class Match {
  @Text() metric?: string;
  @Text() value?: string;
}

/** The alerting of Grafana 8 and older: one rule in a request. */
export class LegacyAlert {
  @Text() title?: string;
  @Text() state?: string;
  @Text() message?: string;
  @Text({ key: 'ruleName' }) ruleName?: string;
  @Text({ key: 'ruleUrl' }) ruleUrl?: string;
  @Text({ key: 'imageUrl' }) imageUrl?: string;
  @List(() => Match, { key: 'evalMatches' }) matches?: Match[];
}

export class Alert {
  @Text() status?: string;
  @TextMap() labels?: ReadonlyMap<string, string>;
  @TextMap() annotations?: ReadonlyMap<string, string>;
  @TextMap() values?: ReadonlyMap<string, string>;
  @Text({ key: 'valueString' }) valueString?: string;
  @Text({ key: 'startsAt' }) startsAt?: string;
  @Text({ key: 'endsAt' }) endsAt?: string;
  @Text({ key: 'generatorURL' }) generatorUrl?: string;
  @Text({ key: 'silenceURL' }) silenceUrl?: string;
  @Text({ key: 'dashboardURL' }) dashboardUrl?: string;
  @Text({ key: 'panelURL' }) panelUrl?: string;
  @Text({ key: 'imageURL' }) imageUrl?: string;
}

/** Grafana's unified alerting: a group of alerts. */
export class Notification {
  @Text({ required: true }) status!: string;
  @Text() message?: string;
  @List(() => Alert, { required: true }) alerts!: Alert[];
}
