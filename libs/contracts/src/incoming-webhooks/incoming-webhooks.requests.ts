import { MapOf, Nested, OneOf, Text } from '../kit/fields.js';
import { OmitType } from '../kit/mapped-classes.js';
import { text } from '../kit/types/text.js';
import { Principal } from '../principal.js';
import { RealmRequest, repeatable, request, ServiceRequest } from '../service-request.js';
import { type ReceivedWebhook, WebhookAddress } from './incoming-webhooks.schema.js';

/** The address of a webhook without the key. */
export class KeylessWebhookAddress extends OmitType(WebhookAddress, ['apiKey']) {}

/**
 * Sent by the gateway for a request that does not become a `ReceiveWebhook`: without valid credentials, or with another method. Error 404
 * for the name of no integration.
 */
export class RequireIntegration extends repeatable(ServiceRequest<void>, 'integrations.incoming_webhooks.require') {
  @Text({ controlCharacters: 'allowed' }) name!: string;
}

/** Sent by the gateway: the call of `receiveWebhook`. */
export class ReceiveWebhook extends request(RealmRequest<ReceivedWebhook>, 'integrations.incoming_webhooks.receive') {
  static readonly timeoutMs = 15_000;
  static readonly longTextField = 'body' satisfies keyof ReceiveWebhook;
  // Messages of a delivery have keys. A function, because it is a write: a lost reply leaves the outcome unknown.
  static readonly isRepeatable = () => true;

  @Nested(Principal) caller!: Principal;
  @Nested(KeylessWebhookAddress) address!: KeylessWebhookAddress;
  /** Without the key. Of a repeated name, the last value. */
  @MapOf(text({ controlCharacters: 'allowed' })) query!: Readonly<Record<string, string>>;
  /** Without cookies and credentials of the caller. Names are in lower case. */
  @MapOf(text({ controlCharacters: 'allowed' })) headers!: Readonly<Record<string, string>>;
  /** Path and query as they were sent, with the key, because some services sign the address. */
  @Text({ controlCharacters: 'allowed' }) url!: string;
  @Text({ controlCharacters: 'allowed' }) body!: string;
  /** Base64 for bytes that are not UTF-8. */
  @OneOf(['utf8', 'base64']) bodyEncoding!: 'utf8' | 'base64';
}
