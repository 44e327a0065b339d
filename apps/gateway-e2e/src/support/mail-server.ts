import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { smtpReceiver } from '@chat/tools';

export interface AcceptedMail {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

/** A mail server that notes accepted mails, and holds mails if a test wants that. */
export class MailServer {
  readonly accepted: AcceptedMail[] = [];
  /** Mails that were sent completely and wait for the response. */
  readonly held: { readonly to: string; accept(): void; refuse(): void }[] = [];
  isHolding = false;
  private readonly server = smtpReceiver((raw, recipients) => this.receive(raw.toString(), recipients.join(' ')));

  static async start(): Promise<MailServer> {
    const mails = new MailServer();
    mails.server.listen(0, '127.0.0.1');
    await once(mails.server.server, 'listening');
    return mails;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  to(address: string): AcceptedMail[] {
    return this.accepted.filter(({ to }) => to === address);
  }

  async close(): Promise<void> {
    for (const { refuse } of this.held.splice(0)) refuse();
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async receive(raw: string, to: string): Promise<void> {
    if (this.isHolding) {
      await new Promise<void>((accept, reject) => {
        this.held.push({ to, accept, refuse: () => reject(new Error('Not now')) });
      });
    }
    const messageId = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? '';
    this.accepted.push({ to, messageId, text: raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
  }
}
