import type { Browser, Locator } from 'playwright-core';
import type { Organization, TestUser } from '../../support/organization.js';
import type { SharedSystem } from '../../support/shared-system.js';
import type { WebClient } from '../../support/web-client.js';

/** Priya and Jonas with their stream "design". For Priya Enter sends. */
export interface WritingScene {
  readonly system: SharedSystem;
  readonly organization: Organization;
  readonly browser: Browser;
  readonly priya: TestUser;
  readonly jonas: TestUser;
  /** The id of the stream. */
  readonly streamId: number;
  /** Priya in a new profile, at the topic "logo". */
  readonly writer: WebClient;
  /** The address of a topic in the stream. */
  readonly topic: (name: string) => string;
}

export const form = (client: WebClient): Locator => client.page.getByRole('form', { name: 'Compose' });
export const box = (client: WebClient): Locator => form(client).getByRole('textbox', { name: 'Message' });
export const articles = (client: WebClient): Locator =>
  client.page.getByRole('feed', { name: 'Messages' }).getByRole('article');
/** As a message of the server, not on its way. */
export const shown = (client: WebClient, text: string): Promise<void> =>
  articles(client).and(client.page.locator('[data-message-id]')).filter({ hasText: text }).waitFor();
