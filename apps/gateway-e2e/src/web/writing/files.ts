import { eventually } from '@chat/testing';
import { expect, it } from '@jest/globals';
import type { WebClient } from '../../support/web-client.js';
import { articles, box, form, type WritingScene } from './writing-scene.js';

/** Files and formats in a text. */
export function filesAndFormats(sceneOf: () => WritingScene): void {
  it('takes a file that is still on its way when the page is loaded again', async () => {
    const { writer, topic } = sceneOf();
    await writer.open(topic('kept-file'));
    await attachWithoutEnd(writer);
    await writer.page.unrouteAll();

    await writer.open('#inbox');
    await writer.page.reload();
    await writer.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await writer.open(topic('kept-file'));

    await untilLinked(writer, 'plan.txt');
  });

  it('takes a file of a tab that is closed, in another one', async () => {
    const { writer, topic } = sceneOf();
    const other = await writer.tab();
    await other.open('#inbox');
    await other.heading.waitFor();
    await writer.open(topic('relayed-file'));
    await attachWithoutEnd(writer);

    await writer.page.close();

    await other.open(topic('relayed-file'));
    await untilLinked(other, 'plan.txt');
  });

  it('takes files, emoji and formats, and shows a preview', async () => {
    const { writer, topic } = sceneOf();
    await writer.open(topic('files'));
    await attach(writer, 'notes.txt');
    await untilLinked(writer, 'notes.txt');

    await form(writer).getByRole('button', { name: 'Insert emoji' }).click();
    await writer.page
      .getByRole('dialog', { name: 'Emoji' })
      .getByRole('searchbox', { name: 'Search emoji' })
      .fill('tada');
    await writer.page.getByRole('dialog', { name: 'Emoji' }).getByRole('button', { name: 'tada' }).click();
    await box(writer).pressSequentially('done');
    await box(writer).press('Shift+Home');
    await box(writer).press('Control+b');
    expect(await box(writer).inputValue()).toMatch(/\n\*\*:tada: done\*\*$/);
    await form(writer).getByRole('button', { name: 'Preview' }).click();
    await form(writer).getByRole('link', { name: 'notes.txt' }).waitFor();
    await box(writer).press('Enter');
    await articles(writer).getByRole('link', { name: 'notes.txt' }).waitFor();
  });

  it.each([
    ['Control+i', /^\*word\*$/],
    ['Control+Shift+L', /^\[word\]\(.*\)$/],
    ['Control+Shift+C', /^`word`$/],
  ])('takes a format by its key: %s', async (key, expected) => {
    const { writer } = sceneOf();
    await box(writer).fill('word');
    await box(writer).press('Control+a');
    await box(writer).press(key);
    expect(await box(writer).inputValue()).toMatch(expected);
    await box(writer).fill('');
  });
}

async function attach(client: WebClient, name: string): Promise<void> {
  const chooser = client.page.waitForEvent('filechooser');
  await form(client).getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('hello') });
}

/** Ends when the upload of plan.txt is on its way. It gets no response. */
async function attachWithoutEnd(client: WebClient): Promise<void> {
  const isSent = client.page.waitForRequest((request) => request.method() === 'PATCH');
  await client.page.route('**/tus/*', () => undefined);
  await attach(client, 'plan.txt');
  await isSent;
}

/** Ends when the text is the link of the file. */
const untilLinked = (client: WebClient, name: string) =>
  eventually(async () => {
    const text = await box(client).inputValue();
    return text.startsWith(`[${name}](/user_uploads/`) && text.endsWith(')\n');
  });
