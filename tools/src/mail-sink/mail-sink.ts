import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { MailFolder } from './mail-folder.js';
import { mailPages } from './mail-page.js';
import { smtpReceiver } from './smtp-receiver.js';

/** A mail server that shows mails instead of sending them. */
export interface MailSink {
  /** SMTP_URL for the services. */
  readonly smtpUrl: string;
  /** Where the mails can be read, without a slash at the end; as data at `/mails.json`. */
  readonly pageUrl: string;
  /** Stops both servers. The mails stay in the folder. */
  close(): Promise<void>;
}

/**
 * Starts a mail sink on the loopback interface, which all users of this machine can reach. `folder` stores the last
 * MAX_MAILS mails, also for later starts. `port` is the port of the page; another port if it is in use or missing.
 */
export async function startMailSink({ folder, port = 0 }: { folder: string; port?: number }): Promise<MailSink> {
  const mails = await MailFolder.open(folder);
  const pages = mailPages(() => mails.list());
  const smtp = smtpReceiver((raw, recipients) => mails.add(raw, recipients));
  const pagePort = await listenThereOrElsewhere(pages, port);
  const smtpPort = await listen(smtp.server, 0);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    pageUrl: `http://127.0.0.1:${pagePort}`,
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(resolve));
      await new Promise<void>((resolve) => {
        pages.close(() => resolve());
        pages.closeAllConnections();
      });
    },
  };
}

function listenThereOrElsewhere(server: Server, port: number): Promise<number> {
  return listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listen(server, 0);
  });
}

/** Listens on a port of the loopback interface, 0 for any free port, and resolves with the port. */
async function listen(server: Server, port: number): Promise<number> {
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
