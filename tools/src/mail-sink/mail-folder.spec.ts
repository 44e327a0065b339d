import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MailFolder } from './mail-folder.js';

let parent: string;
let folder: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'chat-mails-'));
  folder = join(parent, 'local', 'mails');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

const add = (mails: MailFolder, subject: string) =>
  mails.add(Buffer.from(`Subject: ${subject}\r\n\r\n`), ['a@b.example']);
const subjects = (mails: MailFolder) => mails.list().map(({ subject }) => subject);

describe('a folder of mails', () => {
  it('shows the newest first, after another start as well', async () => {
    const mails = await MailFolder.open(folder);
    await add(mails, 'one');
    await add(mails, 'two');

    expect(subjects(mails)).toEqual(['two', 'one']);
    const again = await MailFolder.open(folder);
    expect(again.list()).toEqual(mails.list());
  });

  it('holds the last ones only, in memory and on disk, though they come at once', async () => {
    const mails = await MailFolder.open(folder, 3);

    await Promise.all(['1', '2', '3', '4', '5'].map((subject) => add(mails, subject)));

    expect(subjects(mails)).toEqual(['5', '4', '3']);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(subjects(await MailFolder.open(folder, 2))).toEqual(['5', '4']);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is readable only by its owner, and contains the recipients of each mail', async () => {
    await add(await MailFolder.open(folder), 'secret');

    const [name] = readdirSync(folder);
    const path = join(folder, name!);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe('Delivered-To: a@b.example\r\nSubject: secret\r\n\r\n');
  });

  it('leaves other files alone, and removes partial files of a killed launcher', async () => {
    await add(await MailFolder.open(folder), 'kept');
    writeFileSync(join(folder, 'notes.txt'), '');
    writeFileSync(join(folder, '1700000000000.eml.tmp'), 'Subj');

    const mails = await MailFolder.open(folder, 1);

    expect(subjects(mails)).toEqual(['kept']);
    expect(readdirSync(folder).filter((name) => !/^\d+\.eml$/.test(name))).toEqual(['notes.txt']);
  });

  it('goes on with rising ids when the clock was set back', async () => {
    await add(await MailFolder.open(folder), 'first');
    const [first] = readdirSync(folder);
    const future = '9000000000000.eml';
    writeFileSync(join(folder, future), readFileSync(join(folder, first!)));

    const mails = await MailFolder.open(folder);
    await add(mails, 'later');

    expect(mails.list()[0]).toMatchObject({ id: 9_000_000_000_001, subject: 'later' });
  });
});
