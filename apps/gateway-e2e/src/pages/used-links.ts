import { Browser } from '../support/browser.js';
import { pathForDesktopApp } from '../support/desktop-sign-in.js';
import { mailedPath } from '../support/mailed-path.js';
import type { PageVisit } from './page-visits.js';

interface UsedLink {
  /** Path of the page after the use. */
  readonly end: string;
  /** Opens the link and uses it up, as a person does. Returns its path. */
  use(visit: PageVisit): Promise<string>;
}

/** Links with a secret. */
export const USED_LINKS: Readonly<Record<string, UsedLink>> = {
  'confirms a new address': {
    end: '/accounts/email/done/',
    async use(visit) {
      const { client } = await visit.organization.addUser('Ana Diallo');
      await client.patch('/settings', { email: visit.newcomer });
      return openMailed(visit, visit.newcomer);
    },
  },
  'sets a new password': {
    end: '/accounts/password/done/',
    async use(visit) {
      const { email } = await visit.organization.addUser('Ana Diallo');
      await visit.open('/accounts/password/reset/');
      await visit.send({ email });
      const path = await openMailed(visit, email);
      await visit.send({ new_password: 'nine purple elephants dance' });
      return path;
    },
  },
  'makes an account': {
    end: '/',
    async use(visit) {
      await visit.open('/register/');
      await visit.send({ email: visit.newcomer });
      const path = await openMailed(visit, visit.newcomer);
      await visit.send({ full_name: 'Nora Lind', password: 'nine purple elephants dance' });
      return path;
    },
  },
  'requests an organization': {
    end: '/accounts/send_confirm/',
    async use(visit) {
      const path = await visit.organization.creationPath();
      await visit.open(path);
      const realm_subdomain = `new${Date.now()}`;
      await visit.send({ email: visit.newcomer, realm_name: 'Fernwood', realm_subdomain });
      return path;
    },
  },
  'begins the session of a desktop app': {
    end: '/',
    async use(visit) {
      const person = await visit.organization.addUser('Ana Diallo');
      const path = await pathForDesktopApp(new Browser(visit.system.baseUrl, visit.organization), person);
      await visit.open(path);
      return path;
    },
  },
};

/** Opens the link in the newest mail to the address, and returns its path. */
async function openMailed(visit: PageVisit, address: string): Promise<string> {
  const path = await mailedPath(visit.system, address);
  await visit.open(path);
  return path;
}
