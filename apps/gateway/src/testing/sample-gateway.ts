import { once } from 'node:events';
import { connect } from 'node:net';
import { Echo, SampleModule } from './sample.controller.js';
import { basic, TestGateway, type TestRequest } from './test-gateway.js';

/** Starts a gateway with the sample endpoints and a user. The service behind it echoes. */
export async function startSampleGateway() {
  const gateway = await TestGateway.start({
    features: [SampleModule],
    services: {
      messaging: {
        [Echo.pattern]: ({ value }: Echo, context: object) =>
          value === 'slow service' ? new Promise((resolve) => setTimeout(resolve, 600)) : { echoed: value, context },
      },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  });
  const user = gateway.users.add();
  const authorization = basic(user.email, user.apiKey);

  const request = (method: string, path: string, rest: TestRequest = {}) =>
    gateway.request(method, path, { as: user, ...rest });
  /** Sends bytes as they are and reads until the server closes or, unless `untilClosed`, the first response is complete. */
  const raw = async (text: string, { untilClosed = false } = {}): Promise<string> => {
    const socket = connect(gateway.gateway.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (untilClosed) continue;
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      const head = received.indexOf('\r\n\r\n');
      if (head !== -1 && length !== undefined && received.length >= head + 4 + Number(length)) break;
    }
    socket.destroy();
    return received;
  };

  return { gateway, user, authorization, request, raw };
}

/** The body of a raw response. */
export const jsonOf = (response: string) => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4));

/** Bytes up to the first chunk. */
export const CHUNKED = 'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
