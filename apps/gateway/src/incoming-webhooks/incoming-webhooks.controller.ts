import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { type FieldsOf, ReceiveWebhook, receiveWebhook, serviceUnavailable } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { parseForm } from '../http/form-data.js';
import { type Call, Endpoint } from '../http/index.js';
import { KEY_PARAMETER } from '../http/parameters.pipe.js';

/** Bodies above this size are large: few of them are on their way at once. */
export const LARGE_BODY_BYTES = 1024 * 1024;
/** Each is text on its way to the service, in this process and in Redis: of a third more bytes if it is not UTF-8. */
export const MAX_LARGE_BODIES = 3;

/** Names the caller, or only this connection. */
const OWN_HEADERS = new Set(['cookie', 'proxy-authorization', 'connection', 'keep-alive', 'transfer-encoding']);

@Controller()
export class IncomingWebhooksController {
  private largeBodies = 0;

  @Endpoint(receiveWebhook)
  async receive(call: Call<typeof receiveWebhook>) {
    const isLarge = call.rawBody.length > LARGE_BODY_BYTES;
    if (isLarge && this.largeBodies >= MAX_LARGE_BODIES) throw serviceUnavailable('integrations');
    if (isLarge) this.largeBodies++;
    try {
      return await call.request(ReceiveWebhook, requestOf(call));
    } finally {
      if (isLarge) this.largeBodies--;
    }
  }
}

function requestOf(call: Call<typeof receiveWebhook>): FieldsOf<ReceiveWebhook> {
  const { apiKey, ...address } = call.parameters;
  const { realmId, principal: caller, url, headers, contentType, rawBody } = call;
  const query = [...parseForm(call.query)].filter(([name]) => name !== KEY_PARAMETER);
  const bodyEncoding = isUtf8(rawBody) ? 'utf8' : 'base64';
  return {
    realmId,
    caller,
    address,
    query: Object.fromEntries(query),
    headers: headersFor(headers, contentType, Boolean(apiKey?.trim())),
    url,
    body: rawBody.toString(bodyEncoding),
    bodyEncoding,
  };
}

/** `authorization` is the caller's without a key in the query, and the sender's with one. A blank key is none. */
function headersFor(
  headers: IncomingHttpHeaders,
  contentType: string | undefined,
  hasKey: boolean,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || OWN_HEADERS.has(name) || (name === 'authorization' && !hasKey)) continue;
    values[name] = String(value);
  }
  return contentType === undefined ? values : { ...values, 'content-type': contentType };
}

@Module({ controllers: [IncomingWebhooksController] })
export class IncomingWebhooksModule {}
