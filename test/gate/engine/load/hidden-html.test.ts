import { describe, expect, it } from 'vitest';
import { hiddenFrom } from '../../../../engine/model/source.ts';
import { loadPath, testFolder } from './support/load-file.ts';

const folder = testFolder();

const loadPage = (html: string) => loadPath(folder.write('page.html', html));

const prose = (topic: string) =>
  `The ${topic} clause binds both parties, from the day of signature, for as long as the agreement lasts. `.repeat(
    3,
  );

describe('text on a web page', () => {
  it.each([
    ['the hidden attribute', '<p hidden>SECRET</p>'],
    ['inside a hidden element', '<div style="display:none"><p>SECRET</p></div>'],
    [
      'a hidden element around one with a style of its own',
      '<div style="display:none"><p style="display:block;color:#000">SECRET</p></div>',
    ],
    ['display: none', '<p style="DISPLAY : none !important">SECRET</p>'],
    ['visibility: hidden', '<p style="visibility:hidden">SECRET</p>'],
    ['no opacity', '<p style="opacity:0">SECRET</p>'],
    ['tiny letters', '<p style="font-size:1px">SECRET</p>'],
    ['a position outside the page', '<p style="position:absolute; left:-9999px">SECRET</p>'],
    ['an indent that pushes the text out', '<p style="text-indent:-9999px">SECRET</p>'],
    ['clipping', '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">SECRET</p>'],
    ['white on white', '<p style="color:#fff">SECRET</p>'],
    ['black on black', '<div style="background:#000"><p style="color:rgb(2, 3, 4)">SECRET</p></div>'],
    [
      'a style rule of the page',
      '<style>p.x, .y{} @media print{.v{display:none}} .x{display:none}</style><p class=x>SECRET</p>',
    ],
    ['a more specific style rule', '<style>p.x{display:none} p{display:block}</style><p class=x>SECRET</p>'],
    ['a style rule for screens', '<style>@media screen{.x{display:none}}</style><p class=x>SECRET</p>'],
    ['a closed dialog', '<dialog>SECRET</dialog>'],
    ['a clip path', '<p style="clip-path: inset(50%)">SECRET</p>'],
    ['letters without opacity', '<p style="color: rgba(0, 0, 0, 0)">SECRET</p>'],
    ['letters of size zero', '<div style="font-size:0"><p style="font-size:1em">SECRET</p></div>'],
    ['a box without height', '<div style="height:0; overflow:hidden">SECRET</div>'],
    ['nearly white on white', '<p style="color:#f4f4f4">SECRET</p>'],
    [
      'white on a background declared transparent',
      '<p style="background:transparent;color:white">SECRET</p>',
    ],
    [
      'white on white by attributes of old HTML',
      '<table bgcolor="#ffffff"><tr><td><font color="#ffffff">SECRET</font></td></tr></table>',
    ],
  ])('is read separately and marked as hidden if it is hidden by %s', async (_how, html) => {
    const content = await loadPage(
      `<html><body><p class="v">Visible words.</p>${html}<p>More of them.</p></body></html>`,
    );
    const from = hiddenFrom(content);
    expect(content.text.slice(0, from)).toBe('Visible words.\n\nMore of them.\n\n');
    expect(content.text.slice(from)).toBe('SECRET\n\n');
    expect(content.ranges.map(({ hidden }) => hidden)).toEqual([undefined, undefined, true]);
    expect(content.warnings).toMatchObject([
      { code: 'hidden_text', message: expect.stringContaining('“SECRET”') },
    ]);
    expect(content.unread).toEqual([]);
  });

  it.each([
    ['small letters', '<p style="font-size:9px">Shown words.</p>'],
    [
      'letters whose size is restored',
      '<div style="font-size:0"><p style="font-size:12px">Shown words.</p></div>',
    ],
    [
      'a visible element within an invisible one',
      '<div style="visibility:hidden"><p style="visibility:visible">Shown words.</p></div>',
    ],
    [
      'white on a dark cell',
      '<table><tr><td bgcolor="#003366"><font color="white">Shown words.</font></td></tr></table>',
    ],
    ['white on a picture', '<div style="background:url(x.png);color:#fff"><p>Shown words.</p></div>'],
    ['a place far down the page', '<p style="position:absolute;left:700px;top:4200px">Shown words.</p>'],
    ['a link in the colour of links', '<div style="color:#fff"><a href="/x">Shown words.</a></div>'],
    ['white with a shadow', '<p style="color:#fff;text-shadow:0 0 3px #000">Shown words.</p>'],
    [
      'letters that show a gradient',
      '<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">Shown words.</p>',
    ],
    [
      'shown again by a more specific style rule',
      '<style>#a p.x{color:#222;display:block} p.x{color:#fff;display:none}</style><div id=a><p class=x>Shown words.</p></div>',
    ],
    [
      'shown again by an !important style rule',
      '<style>p{color:#000 !important}</style><p style="color:#fff">Shown words.</p>',
    ],
    [
      'shown on wide screens only',
      '<style>.x{display:none}@media (min-width:600px){.x{display:block}}</style><p class=x>Shown words.</p>',
    ],
    [
      'white, with a style rule that Proviso does not understand',
      '<style>:frobnicate(div){background:#000}</style><div style="color:#fff"><p>Shown words.</p></div>',
    ],
    ['text that fades in', '<p style="opacity:0;animation:fade 1s forwards">Shown words.</p>'],
    [
      'white over a picture',
      '<div style="position:relative;color:#fff"><img style="position:absolute" src=x.jpg><p>Shown words.</p></div>',
    ],
    [
      'white that is moved over a picture',
      '<img src=x.jpg><p style="position:absolute;top:20px;color:#fff">Shown words.</p>',
    ],
    [
      'white on a background by attributes of old HTML',
      '<table background="x.gif"><tr><td><font color="#fff">Shown words.</font></table>',
    ],
    [
      'a cell that is cut to its column',
      '<table><tr><td style="max-width:0;width:1px;overflow:hidden">Shown words.</td></tr></table>',
    ],
    [
      'a box whose height is padding',
      '<div style="height:0;overflow:hidden;padding-bottom:56%"><p>Shown words.</p></div>',
    ],
    ['white in dark mode', '<meta name="color-scheme" content="dark"><p style="color:#fff">Shown words.</p>'],
    ['text that is moved a little', '<p style="position:relative;left:-600px">Shown words.</p>'],
    ['hidden from screen readers only', '<p aria-hidden="true">Shown words.</p>'],
  ])('is not treated as hidden with this style: %s', async (_how, html) => {
    const content = await loadPage(`<html><body>${html}</body></html>`);
    expect(content.text).toBe('Shown words.\n\n');
    expect(content.warnings).toEqual([]);
    expect(content.ranges.some(({ hidden }) => hidden)).toBe(false);
  });

  it('that is hidden within a sentence leaves the visible sentence intact', async () => {
    const content = await loadPage(
      '<html><body><p>The fee is <span hidden>not </span>due now.</p></body></html>',
    );
    expect(content.text).toBe('The fee is due now.\n\nnot\n\n');
  });

  it('in white is not hidden if its background is dark, or if an external style sheet may set a dark background', async () => {
    const dark = '<div style="background-color:#123456;color:white"><p>Shown words.</p></div>';
    expect((await loadPage(`<html><body>${dark}</body></html>`)).text).toBe('Shown words.\n\n');
    const elsewhere =
      '<link rel="stylesheet" href="x.css"></head><body><p style="color:#fff">Shown words.</p>';
    expect((await loadPage(`<html><head>${elsewhere}</body></html>`)).text).toBe('Shown words.\n\n');
  });

  it('is reported with a warning if it is long', async () => {
    const folded = await loadPage(
      `<html><body><p>Shown.</p><div hidden>${prose('folded')}</div></body></html>`,
    );
    expect(folded.unread).toEqual([]);
    expect(folded.warnings).toMatchObject([{ code: 'hidden_text' }]);
  });
});
