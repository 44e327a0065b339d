import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A longer mail is refused with 552. */
export const MAX_MAIL_BYTES = 256 * 1024;
const MAX_RECIPIENTS = 100;
const MAX_CONNECTIONS = 50;
/** For a mail that is just being received when everything stops. */
const CLOSE_TIMEOUT_MS = 500;

/**
 * An SMTP server that accepts every mail. It acknowledges a mail after `keep` resolves; if `keep` rejects, it asks the
 * sender to try again.
 */
export function smtpReceiver(keep: (raw: Buffer, recipients: string[]) => Promise<void>): SMTPServer {
  const server = new SMTPServer({
    name: 'localhost',
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Names of callers are not used, and a resolver that does not answer would hold up each mail.
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CONNECTIONS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onRcptTo(_address, { envelope }, done) {
      done(envelope.rcptTo.length < MAX_RECIPIENTS ? null : refusal(452, 'Too many recipients'));
    },
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      receive(stream)
        .then((raw) => keep(raw, recipients))
        .then(() => done(), done);
    },
  });
  // Connections that break off; without a listener that would end the process.
  server.on('error', () => {});
  return server;
}

async function receive(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Read to the end in any case: the answer can only be given after it.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw refusal(552, `A mail has at most ${MAX_MAIL_BYTES} bytes`);
  return Buffer.concat(chunks);
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
