import type { WebhookRequest } from './webhook-request.js';

/** A message of an incoming webhook. The core sends it, and removes mentions from it. */
export interface WebhookMessage {
  readonly topic: string;
  /** Markdown. */
  readonly content: string;
  /** For `only_events` and `exclude_events`; one of the event types of the integration. */
  readonly eventType?: string;
  /** Name of the stream, instead of the stream of the address. */
  readonly stream?: string;
  /** A direct message to the person with one of these full or email names instead. No message if no person has one. */
  readonly toPerson?: readonly string[];
  /** A notice to the bot's owner instead, at most one a minute like all notices. Its topic does not count. */
  readonly isOwnerNotice?: true;
}

/** How a service proves that it sent a request; the secret is the `webhook_secret` of the bot. */
export type Verification =
  /**
   * HMAC of the raw body in a header. `prefix`: text before the digest, for example `sha256=`. `formField`: for services that sign the
   * value of this field if the body is a form.
   */
  | {
      readonly kind: 'hmac';
      readonly headers: readonly string[];
      readonly algorithm: 'sha1' | 'sha256';
      readonly encoding: 'hex' | 'base64';
      readonly prefix?: string;
      readonly formField?: string;
    }
  /** The secret itself in a header. `orStandardWebhooks`: or a signature of Standard Webhooks by a secret that begins with `whsec_`. */
  | { readonly kind: 'token'; readonly headers: readonly string[]; readonly orStandardWebhooks?: true }
  /** A bearer token, or the password of Basic credentials. */
  | { readonly kind: 'bearer' }
  /** Standard Webhooks 1.0. */
  | { readonly kind: 'standard-webhooks' }
  /** A scheme of its own. Returns whether the secret signed the request. `now` in milliseconds, for signatures with a time. */
  | {
      readonly kind: 'own';
      readonly headers: readonly string[];
      readonly description: string;
      verify(request: SignedRequest, secret: string, now: number): boolean | Promise<boolean>;
    };

export interface SignedRequest {
  readonly rawBody: Buffer;
  readonly url: string;
  header(name: string): string | undefined;
}

export interface ParameterOfIntegration {
  readonly name: string;
  readonly description: string;
}

/**
 * A service that posts to `/api/v1/external/<name>`. Each has a folder in `src/integrations` with the file
 * `<name>.integration.ts`, which exports one of these as `default`. Nothing else names the integration.
 */
export interface Integration {
  /** In the address of the webhook. */
  readonly name: string;
  /** Further names with the same behaviour. */
  readonly aliases?: readonly string[];
  readonly displayName: string;
  /** All event types of its messages. */
  readonly eventTypes: readonly string[];
  /** Parameters of the address besides those of every integration. */
  readonly parameters?: readonly ParameterOfIntegration[];
  /**
   * Default `json`. `form`: fields of a form, with `payload` as JSON text where the service sends so. `json-or-form`: JSON, as the body
   * or in the field `payload` of a form.
   */
  readonly body?: 'json' | 'form' | 'json-or-form';
  /** Headers that `messagesOf` reads, in lower case. */
  readonly headers?: readonly string[];
  readonly verification: Verification;
  /** Headers with the id of the delivery, in lower case: the first one present counts. */
  readonly deliveryIdHeaders?: readonly string[];
  /** The id of the delivery for services that write it into the body: where it is the id of an object, with the state that is reported. */
  deliveryIdOf?(request: WebhookRequest): string | undefined;
  /** Whether the request sends nothing, and expects full name, email address and id of the caller. */
  asksForCaller?(request: WebhookRequest): boolean;
  /** The bot may have templates, which the core renders instead of `messagesOf`. */
  readonly usesTemplates?: true;
  /**
   * The messages of a request: pure, and none if the event is of no interest. Throws the errors of `webhook-errors.ts` for a
   * missing header, an unknown event and a payload of another service.
   */
  messagesOf(request: WebhookRequest): readonly WebhookMessage[];
}
