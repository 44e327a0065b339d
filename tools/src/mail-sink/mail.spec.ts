import { describe, expect, it } from '@jest/globals';
import { readMail, withRecipients } from './mail.js';

const read = (lines: string[], recipients: string[] = []) =>
  readMail(1_700_000_000_123, withRecipients(Buffer.from(lines.join('\r\n')), recipients));

describe('a mail', () => {
  it('is read with its encoded subject, folded headers and text', async () => {
    const mail = await read([
      'From: =?utf-8?Q?Fernwood_=E2=80=93_Chat?= <noreply@fernwood.example>',
      'To: somebody@else.example,',
      ' another@else.example',
      'Subject: =?UTF-8?B?w4RuZGVybiBTaWU=?= =?UTF-8?Q?_Ihre_Adresse?=',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Hola Tom=C3=A1s, https://chat.example/accounts/confirm_new_email/a=',
      'bc?x=3D1',
    ]);

    expect(mail).toEqual({
      id: 1_700_000_000_123,
      received_at: 1_700_000_000,
      from: 'noreply@fernwood.example',
      to: ['somebody@else.example', 'another@else.example'],
      subject: 'Ändern Sie Ihre Adresse',
      text: 'Hola Tomás, https://chat.example/accounts/confirm_new_email/abc?x=1\n',
      links: ['https://chat.example/accounts/confirm_new_email/abc?x=1'],
    });
  });

  it('has the recipients of the envelope, not those of the header', async () => {
    const mail = await read(['To: shown@a.example', 'Subject: x', '', 'text'], ['real@a.example', 'josé@a.example']);

    expect(mail.to).toEqual(['real@a.example', 'josé@a.example']);
  });

  it('shows the plain text of several parts, and HTML as it is where there is no other', async () => {
    const parts = (...types: string[]) => [
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...types.flatMap((type) => ['--b', `Content-Type: text/${type}`, '', `<b>${type}</b>`]),
      '--b--',
    ];

    expect((await read(parts('plain', 'html'))).text.trim()).toBe('<b>plain</b>');
    expect((await read(parts('html'))).text).toContain('html');
  });

  it.each([
    ['nothing', ['']],
    ['no headers', ['just text']],
    ['bytes of no charset', ['Subject: \u0000\u{fffd}', 'Content-Type: text/plain; charset=nonsense', '', '\u0000']],
    [
      'parts without an end',
      Array.from({ length: 1_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=${n}\r\n\r\n--${n}`),
    ],
  ])('is kept though it is not well-formed: %s', async (_what, lines) => {
    expect(await read(lines, ['a@b.example'])).toHaveProperty('text');
  });
});
