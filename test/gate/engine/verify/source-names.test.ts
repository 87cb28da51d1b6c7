import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { verifiedOne } from './support/verified.ts';

const notice =
  'The Customer may end this Agreement at any time with a notice of at least 30 days in writing.';
const payment = 'Each invoice is payable within 45 days after receipt at the office in Leeds.';

describe('the name of a source', () => {
  const named = (name: string, fileIndex: number, text = payment) => source([text], { name, fileIndex });
  it.each([
    ['the file in the named folder', '2023/policy.txt', ['n/2023/policy.txt', 'n/2024/policy.txt'], false],
    ['the file in the named folder', '2024/policy.txt', ['n/2023/policy.txt', 'n/2024/policy.txt'], true],
    [
      'no file if several are in other folders',
      '2025/policy.txt',
      ['2023/policy.txt', '2024/policy.txt'],
      false,
    ],
    ['the number with its point', 'Report 1.1.txt', ['report-1.1.txt', 'report-11.txt'], false],
    ['no file with another number', 'Report 1.1.txt', ['other.txt', 'report-11.txt'], false],
    [
      'no file if several fit without punctuation',
      'my report.txt',
      ['my-report.txt', 'my_report.txt'],
      false,
    ],
    ['no file without an ending that is no type', 'report.v2', ['other.txt', 'report.txt'], false],
    ['the file in other punctuation', 'My Report (final).pdf', ['other.txt', 'my-report_final.docx'], true],
    ['the file by its title', 'Report 1.1', ['report-11.txt', 'report-1.1.txt'], true],
    ['the file of a longer path', '/data/in/policy.txt', ['other.txt', 'samples/policy.txt'], true],
  ])('names %s: %s', async (_, name, [first = '', second = ''], passes) => {
    const files = [named(first, 0, notice), named(second, 1)];
    expect(await verifiedOne({ quote: payment, source: name }, files)).toMatchObject({ passes });
  });
});
