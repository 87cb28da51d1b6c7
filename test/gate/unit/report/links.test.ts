import { describe, expect, it } from 'vitest';
import { linkTo } from '../../../../engine/cite/link-to.ts';
import type { Locator } from '../../../../engine/model/locator.ts';
import { linkOf } from '../../../../src/services/report/links.ts';
import { wordsOf } from '../../../support/report-words.ts';
import { reportOn } from '../../../support/reports.ts';
import { sourceText } from '../../../support/sources.ts';
import { citation, confirmed, resultOf } from '../cli/findings.ts';

const pageThree: Locator = { kind: 'page', page: 3 };

/** The citation of a place in a file, as a check of this file makes it. */
function cited(name: string, locator: Locator = pageThree, mediaType = 'application/pdf') {
  const link = linkTo({ linkBase: name, content: sourceText([''], mediaType) }, locator);
  return citation('Notice is 30 days.', {
    locator,
    link,
    source: { ...citation('').source, name, mediaType },
  });
}

const from = (folder: string) => ({ linkFrom: (link: string) => `${folder}${link}` });

describe('the link to a cited place in a report', () => {
  it.each([
    ['lease.pdf', '../lease.pdf#page=3'],
    ['a lease.pdf', '../a%20lease.pdf#page=3'],
    ['50% #1?.pdf', '../50%25%20%231%3F.pdf#page=3'],
    ['a%20b.pdf', '../a%2520b.pdf#page=3'],
    ['lease.pdf#page=9.pdf', '../lease.pdf%23page=9.pdf#page=3'],
    ['half \ud800.pdf', '../half%20%EF%BF%BD.pdf#page=3'],
    ['Äpfel "x" <y>.pdf', '../%C3%84pfel%20%22x%22%20%3Cy%3E.pdf#page=3'],
  ])('leads to the file %s whatever its name is', (name, link) => {
    expect(linkOf(cited(name), from('../'))).toBe(link);
  });

  it.each([
    [{ kind: 'lines', from: 3, to: 7 } as const, 'text/plain', 'a.x#L3-L7'],
    [{ kind: 'time', startMs: 61_200, endMs: 62_000 } as const, 'audio/wav', 'a.x#t=61.2'],
    [{ kind: 'cell', sheet: 'Fees & more', range: 'B7' } as const, 'text/x', 'a.x#Fees%20%26%20more!B7'],
    [{ kind: 'section', paragraph: 1, anchor: 'a b' } as const, 'text/html', 'a.x#a%20b'],
    [{ kind: 'slide', slide: 2 } as const, 'text/x', 'a.x'],
  ])('keeps the position in the file: %j', (locator, mediaType, link) => {
    expect(linkOf(cited('a.x', locator, mediaType), from(''))).toBe(link);
  });

  it.each([
    ['https://example.org/a b%20c.pdf#page=3', 'https://example.org/a%20b%20c.pdf#page=3'],
    ['HTTP://example.org/ä?q=1&r="2"', 'HTTP://example.org/%C3%A4?q=1&r=%222%22'],
  ])('is the address itself if the file is on the web: %s', (link, target) => {
    expect(linkOf(citation('x', { link }), from('../'))).toBe(target);
  });

  it.each([
    'javascript:alert(1).pdf',
    'JavaScript:alert(1).pdf',
    'data:text/html,x.pdf',
    'file:x.pdf',
    'c:lease.pdf',
  ])('is never one with a scheme, even if a file is called %s', async (name) => {
    const hostile = { ...cited(name), link: `${name}#page=3` };
    expect(linkOf(hostile, from(''))).toMatch(/^\.\//);
    const report = reportOn(resultOf([confirmed({ citations: [hostile] })]));
    const html = await wordsOf(report, 'html');
    const targets = [...html.matchAll(/\shref="([^"#][^"]*)"/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) expect(target).toMatch(/^\.\//);
    const markdown = await wordsOf(report, 'md');
    expect(markdown).not.toMatch(new RegExp(`\\]\\(<?${name.split(':')[0]}:`));
  });
});
