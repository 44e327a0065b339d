import type { ReceiveWebhook } from '@chat/contracts';
import type { Integration, SignedRequest } from './integration.js';
import { readBody } from './payload/read-body.js';
import { decodedAgain } from './text/message-text.js';
import type { WebhookRequest } from './webhook-request.js';

/** Names of headers with credentials or signatures. */
const CREDENTIAL = /auth|token|secret|signature|password|api-?key|cookie/i;

/** A request as the gateway passed it on. */
export class ReceivedRequest {
  readonly caller: ReceiveWebhook['caller'];
  readonly address: Omit<ReceiveWebhook['address'], 'integration'>;
  private readonly path: string;
  private readonly body: string;
  private readonly bodyEncoding: ReceiveWebhook['bodyEncoding'];
  private readonly headers: ReadonlyMap<string, string>;
  private readonly query: ReadonlyMap<string, string>;

  constructor({ caller, address, url, body, bodyEncoding, headers, query }: ReceiveWebhook) {
    this.caller = caller;
    this.address = { ...address, stream: decoded(address.stream), topic: decoded(address.topic) };
    this.path = url;
    this.body = body;
    this.bodyEncoding = bodyEncoding;
    this.headers = new Map(Object.entries(headers));
    this.query = new Map(Object.entries(query));
  }

  /** As the sender signed it. */
  signedAt(realmUrl: string): SignedRequest {
    const rawBody = Buffer.from(this.body, this.bodyEncoding);
    return { rawBody, url: realmUrl + this.path, header: (name) => this.header(name) };
  }

  header(name: string): string | undefined {
    return this.headers.get(name) || undefined;
  }

  /** Headers without credentials, and the query, which the gateway passes on without the key. */
  templateVariables() {
    const headers = [...this.headers].filter(([name]) => !CREDENTIAL.test(name));
    return { headers: Object.fromEntries(headers), query: Object.fromEntries(this.query) };
  }

  /** Parses the body. Throws INVALID_JSON. */
  readFor(integration: Integration): WebhookRequest {
    const text = this.bodyEncoding === 'utf8' ? this.body : Buffer.from(this.body, 'base64').toString('utf8');
    return {
      body: readBody(integration, this.header('content-type'), text),
      header: (name) => this.header(name),
      parameter: (name) => this.query.get(name) || undefined,
      hasOwnTopic: this.address.topic !== undefined,
    };
  }
}

/** An empty parameter counts as absent. */
const decoded = (parameter: string | undefined): string | undefined =>
  parameter?.trim() ? decodedAgain(parameter) : undefined;
