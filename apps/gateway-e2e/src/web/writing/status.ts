import { expect, it } from '@jest/globals';
import { WebClient } from '../../support/web-client.js';
import { box, shown, type WritingScene } from './writing-scene.js';

/** The line and the mark of a writing person. */
export function typing(sceneOf: () => WritingScene): void {
  it('is said to others below the box and next to the name, until the text is sent', async () => {
    const { system, organization, browser, jonas, writer, topic } = sceneOf();
    const reader = await WebClient.start({ browser, system, organization });
    await reader.signIn(jonas, topic('typing'));
    await writer.open(topic('typing'));
    await writer.page.getByRole('heading', { level: 1, name: 'typing' }).waitFor();
    const line = reader.page.getByRole('status').filter({ hasText: 'Priya Raman is typing' });
    const people = reader.page.getByRole('complementary', { name: 'Details' });
    await people.getByRole('link', { name: 'Priya Raman' }).waitFor();

    await box(writer).pressSequentially('wait');

    await line.waitFor();
    await people.getByRole('link', { name: /Priya Raman.*typing$/ }).waitFor();
    expect(await writer.page.getByText('is typing').count()).toBe(0);
    await box(writer).press('Enter');
    await line.waitFor({ state: 'detached' });
    await shown(reader, 'wait');
    await reader.close();
  });
}

/** The status of a person. */
export function status(sceneOf: () => WritingScene): void {
  it('has an emoji and an end, and stands next to the name', async () => {
    const { writer } = sceneOf();
    const account = writer.page.getByRole('button', { name: /^Account/ });
    await account.click();
    await writer.page.getByRole('menuitem', { name: 'Set status' }).click();
    const dialog = writer.page.getByRole('dialog', { name: 'Your status' });
    await dialog.getByRole('textbox', { name: 'Status' }).fill('Reviewing');
    await dialog.getByRole('button', { name: 'Choose emoji' }).click();
    const emoji = writer.page.getByRole('dialog', { name: 'Emoji' });
    await emoji.getByRole('searchbox', { name: 'Search emoji' }).fill('seedling');
    await emoji.getByRole('button', { name: 'seedling' }).click();
    await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('In an hour');
    await dialog.getByRole('button', { name: 'Save' }).click();

    await account.filter({ hasText: /Reviewing until \d/ }).waitFor();
    await account.getByRole('img', { name: 'seedling' }).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await account.click();
    await writer.page.getByRole('menuitem', { name: 'Set status' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Time' }).inputValue()).toMatch(/^\d{4}-/);
    await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('Never');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await account.filter({ hasNotText: 'until' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });
}
