import { describe, expect, it } from 'vitest';
import { hiddenFrom } from '../../../../engine/model/source.ts';
import { testFolder } from './support/load-file.ts';

const { load } = testFolder();

const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe('a message with plain text and HTML text', () => {
  const message = (plain: string, page: string) =>
    load(
      'offer.eml',
      [
        'From: a@example.org\r\nSubject: Offer\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n',
        `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${plain}\r\n`,
        `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}\r\n--b--\r\n`,
      ].join(''),
    );

  it('is read once, without a warning, if both say the same', async () => {
    const page =
      '<p style="display:none">Preview</p><p>Pay within <b>30</b> days. <a href="https://a.example/x">Terms</a></p>';
    const content = await message('Pay within 30 days. Terms <https://a.example/x>', page);
    expect(content.text).toContain('Pay within 30 days. Terms <https');
    expect(content.text.split('Pay within')).toHaveLength(2);
    expect(codes(content)).toEqual([]);
  });

  it.each([
    ['is a stub', 'Use a program that shows HTML.', '<p>Pay within 30 days.</p>'],
    ['has another number', 'Pay within 90 days.', '<p>Pay within 30 days.</p>'],
    ['says less', 'Within 30 days pay.', '<p>Pay within 30 days. Only members.</p>'],
    ['says more', `${'Pay within 30 days. '}Only for members of the club.`, '<p>Pay within 30 days.</p>'],
  ])('is read as mail programs show it, with a warning, if its plain text %s', async (_, plain, page) => {
    const content = await message(plain, page);
    expect(content.text).toContain('Pay within 30 days.');
    expect(content.text).not.toContain(plain);
    expect(codes(content)).toEqual(['alternatives_differ']);
  });
});

describe('a message without a declared character set', () => {
  const head = 'From: a@example.org\r\nSubject: Offer\r\n';
  it.each([
    ['UTF-8', 'utf8', '€500 at the café'],
    ['Latin-1', 'latin1', 'at the café'],
  ] as const)('is read as %s if its bytes are, with a warning', async (_, encoding, words) => {
    const content = await load('bytes.eml', Buffer.from(`${head}\r\nPay ${words}.\r\n`, encoding));
    expect(content.text).toContain(`Pay ${words}.`);
    expect(codes(content)).toEqual(['encoding_guessed']);
  });

  it('is read without a warning if it has only ASCII, or declares its character set', async () => {
    expect(codes(await load('ascii.eml', `${head}\r\nPay.\r\n`))).toEqual([]);
    const declared = `${head}Content-Type: text/plain; charset=iso-8859-1\r\n\r\nPay at the caf`;
    expect(codes(await load('declared.eml', Buffer.from(`${declared}é.\r\n`, 'latin1')))).toEqual([]);
  });
});

it('a web page that was saved in one file is read as the page, with its style sheets', async () => {
  const content = await load(
    'page.mhtml',
    [
      'From: <Saved>\r\nSubject: Terms\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n',
      '--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
      '<head><meta charset=3D"utf-8"><link rel=3Dstylesheet href=3D"a.css"></head><h1>Terms</h1><p>Pay=\r\n in caf=C3=A9s.</p><p class=3D"old">Nothing.</p>\r\n',
      '--b\r\nContent-Type: text/css\r\nContent-Location: a.css\r\n\r\n.old { display: none }\r\n--b--\r\n',
    ].join(''),
  );
  expect(content.text.slice(0, hiddenFrom(content))).toBe('Terms\n\nPay in cafés.\n\n');
  expect(content.mediaType).toBe('multipart/related');
});

describe('the fields of a form on a web page', () => {
  const shown = async (form: string) => {
    const content = await load('form.html', `<p>Start.</p><form>${form}</form><p>End.</p>`);
    return content.text.slice('Start.\n\n'.length, content.text.lastIndexOf('\n\nEnd.'));
  };

  it.each([
    ['a value', '<p>Notice: <input value="90 days">.</p>', 'Notice: 90 days .'],
    ['a ticked box', '<p><input type=checkbox checked> Yes</p>', '☒ Yes'],
    ['an open box', '<p><input type="radio"> No</p>', '☐ No'],
    ['a choice', '<p><select><option>A<option selected>B</select></p>', 'B'],
    ['the first choice if none was made', '<p><select><option>A<option>B</select></p>', 'A'],
    [
      'the choices of a list',
      '<p><select multiple><option selected>A<option>B<option selected>C</select></p>',
      'A, C',
    ],
    ['a text', '<p>Terms: <textarea>Pay &amp; go.</textarea></p>', 'Terms: Pay & go.'],
    [
      'nothing of a button, a secret or a hidden value',
      '<p>Send <input type=submit value=Go><input type=password value=x><input type=hidden value=y></p>',
      'Send',
    ],
  ])('show %s', async (_, form, text) => {
    expect((await shown(form)).trim()).toBe(text);
  });

  it('are hidden if the page hides them', async () => {
    const content = await load(
      'hidden.html',
      '<p>Start.</p><p style="display:none">Fee <input value="90"></p>',
    );
    expect(content.text.slice(hiddenFrom(content))).toContain('90');
  });
});

it('a page in a frame of a web page is read if it is written there, else named as not read', async () => {
  const inner = '<p>Pay within 30 days.</p><p hidden>Nothing.</p>'.replaceAll('<', '&lt;');
  const frames = `<iframe srcdoc="${inner}"></iframe><iframe src="terms.html"></iframe><iframe src="https://a.example/"></iframe>`;
  const content = await load('frames.html', `<p>Start.</p>${frames}<p>End.</p>`);
  expect(content.text).toBe('Start.\n\nPay within 30 days.\n\nEnd.\n\nNothing.\n\n');
  expect(content.unread).toEqual([{ where: 'frame terms.html', reason: expect.any(String) }]);
});

it('the words that a style sheet writes on a web page are read where they stand', async () => {
  const sheet = `.days::before { content: "60\\20 Days" } li::after { content: "\\f101" } p:after { content: " (" attr(title) ")" }`;
  const content = await load(
    'written.html',
    `<style>${sheet}</style><p title="net">Pay within <b class="days"></b>.</p><ul><li>Early</ul>`,
  );
  expect(content.text.trim()).toBe('Pay within 60 Days. (net)\n\nEarly');
});

it('the words of a drawing on a web page are read, but not what the drawing keeps out of sight', async () => {
  const drawing = `<svg><title>Icon</title><defs><text>Kept</text></defs><text fill="white"><tspan x="1">Pay within</tspan><tspan x="1">30 days.</tspan></text></svg>`;
  const content = await load('drawing.html', `<p>Start.</p>${drawing}<p>End.</p>`);
  expect(content.text.trim()).toBe('Start.\n\nPay within 30 days.\n\nEnd.');
});
