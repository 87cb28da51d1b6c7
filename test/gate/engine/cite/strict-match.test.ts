import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../../engine/cite/match/fold.ts';
import { strictMatches } from '../../../../engine/cite/match/strict-match.ts';

const isFound = (quote: string, text: string): boolean => !strictMatches(fold(quote), fold(text)).next().done;

describe('a quote is found despite a difference in typography', () => {
  it.each([
    ['white space', 'keep the records', 'keep\n  the\u00a0records'],
    ['letter case', 'KEEP the Records', 'keep the records'],
    ['curly quotes', `the "Term" don't end`, 'the “Term” don’t end'],
    ['a non-breaking hyphen', 'third-party data', 'third\u2011party data'],
    ['a soft hyphen', 'information', 'infor\u00admation'],
    ['a soft hyphen at a line end', 'information', 'infor\u00ad\nmation'],
    ['a zero-width space', 'information', 'infor\u200bmation'],
    ['a hyphen at a line end', 'information', 'infor-\nmation'],
    ['PDFium’s mark for a hyphen at a line end', 'information', 'infor\ufffemation'],
    ['a range whose line end became a space', 'tax years 2011- 2013 and', 'tax years 2011-\n2013 and'],
    ['a range with an added space', 'tax years 2011- 2013 and', 'tax years 2011-2013 and'],
    ['a compound without its hyphen', 'third party data', 'third-party data'],
    ['a hyphen at a line end before a parenthesis', 'group 1', 'in group 1-\n(5) units'],
    ['a hyphen and a space in a later line', 'party data', 'by another\nthird- party data'],
    ['a ligature', 'finance office', 'ﬁnance oﬃce'],
    ['full-width letters and digits', 'ABC 123', 'ＡＢＣ １２３'],
    ['composed and decomposed letters', 'café', 'cafe\u0301'],
    ['composed and decomposed Hangul', '한국어', '한국어'.normalize('NFD')],
    ['a half-width voiced kana', 'ガス', 'ｶﾞｽ'],
    ['final sigma', 'ΛΌΓΟΣ', 'λόγος'],
    ['a thousands comma', '1234567 units', '1,234,567 units'],
    ['space before per cent', '12.5%', '12.5 %'],
    ['a raised digit', 'income 1 rose', 'income¹ rose'],
    ['a fraction sign', '5 1/2 years', '5½ years'],
    ['a symbol for letters', '20 °C', '20 ℃'],
    ['a sign written with two characters', '≥ 8 characters', '>= 8 characters'],
    ['text without spaces', '保存期間は三年', '契約の保存期間は三年とする'],
    ['another form of a comparison sign', 'x ≥ 5, y ≤ 6, z < 7', 'x ⩾ 5, y ≦ 6, z ＜ 7'],
    ['a minus without its space', 'below -5 °C', 'below − 5 °C'],
    ['a minus after a currency code', 'EUR -500', 'EUR-500'],
    ['another minus between numbers', 'years 2019 - 2020', 'years 2019 – 2020'],
    ['another dash in a range', 'years 2019-2020', 'years 2019–2020'],
    ['another dash between words', 'the Term - as defined', 'the Term − as defined'],
    ['a number compound without its hyphen', 'a 30 day period', 'a 30-day period'],
    ['an exponent with a caret', '10^-6 mol', '10⁻⁶ mol'],
    ['a quotation that ends with a number', "in 'Section 5' of it", 'in “Section 5” of it'],
    ['a part of a quotation', 'Section 5" applies', 'in “Section 5” applies'],
    ['a possessive that lost its apostrophe', 'the Companys stores', 'the Company’s stores'],
    ['a possessive whose apostrophe the source lost', 'the Company’s stores', 'the Companys stores'],
    ['another apostrophe', "the Company's stores", 'the Company’s stores'],
    ['a code broken at a line end', 'HER2-positive cells', 'HER2-\npositive cells'],
    ['a code that PDFium says is broken', 'HER2-positive cells', 'HER2\ufffepositive cells'],
    ['a broken word in capitals', 'PAYMENT IS DUE', 'PAY-\nMENT IS DUE'],
    ['words after a check box', 'I accept', '☐I accept'],
    ['another check mark', '✔ insured', '✓ insured'],
    ['spaces around an ampersand', 'A&B company', 'A & B company'],
    ['a grade at a line end', 'rated A- by', 'rated A-\nby'],
    ['a code with a hyphen and a space', 'the US-based firm', 'the US- based firm'],
    ['capitals of a word after a number', '5 DAYS at 20 KG', '5 days at 20 kg'],
    ['spaces that the quote lost', 'Gainonsaleofassetgroup', 'Gain on sale of asset group'],
    ['cannot in two words', 'the Supplier can not charge', 'the Supplier cannot charge'],
    ['a space that the source lost', 'net revenues product sales', 'net revenuesproduct sales'],
    ['capitals that are no part of a unit', 'the MW of', 'the Mw of'],
    ['capitals of a word that only begins like a unit', '5 MWords', '5 mwords'],
    ['letters above U+FFFF', 'abc', '\u{1d41a}\u{1d41b}\u{1d41c}'],
  ])('such as %s', (_, quote, text) => {
    expect(isFound(quote, text)).toBe(true);
  });
});

describe('a quote is refused if a number or a word differs', () => {
  it.each([
    ['a changed digit', '30 days', '31 days'],
    ['the tail of a number', '2.5 %', '12.5 %'],
    ['the head of a number', '12', '12.5'],
    ['the fraction of a number', '5', '1.5'],
    ['a group of thousands', '234', '1,234'],
    ['digits across a space', '1234', '12 34'],
    ['digits across a colon', '1030', '10:30'],
    ['the denominator of a fraction', '2', '1/2'],
    ['half a fraction sign', '51/2', '5½'],
    ['a raised digit as part of the number', '121', '12¹'],
    ['a lost decimal point', '125 %', '12.5 %'],
    ['a leading decimal point lost', '5', '.5'],
    ['a decimal comma for a point', '12,5 %', '12.5 %'],
    ['a point for a thousands comma', '1.234', '1,234'],
    ['a lost per cent sign', 'rate of 12', 'rate of 12%'],
    ['per mille for per cent', 'a rate of 1.9 ‰', 'a rate of 1.9 %'],
    ['a lost minus', '5.2', '-5.2'],
    ['a lost minus before a currency', '$5', '-$5'],
    ['a lost parenthesis of a negative amount', '619', '(619)'],
    ['a lost parenthesis before a currency', 'a loss of $619', 'a loss of ($619)'],
    ['another currency', '€5', '$5'],
    ['another comparison', '≤ 8', '≥ 8'],
    ['a lost minus of an exponent', 'of 10⁶ moles', 'of 10⁻⁶ moles'],
    ['a lost minus of a unit', 'watts m² of', 'watts m⁻² of'],
    ['a lost minus of an index', 'k₁ rate', 'k₋₁ rate'],
    ['a lost minus of scientific notation', '1e6 mol', '1e-6 mol'],
    ['a fraction for a range', '1/2 tablets', '1-2 tablets'],
    ['a fraction sign for a range', '½ tablets', '1-2 tablets'],
    ['a ratio for a range', '1:2 tablets', '1-2 tablets'],
    ['a date for a time', 'at 04/00 daily', 'at 04:00 daily'],
    ['a hyphen lost before a number', 'type A4', 'type A-4'],
    ['a lost minus with a space', 'below 5 °C', 'below − 5 °C'],
    ['the number alone after a minus with a space', '5 °C', 'below − 5 °C'],
    ['a lost minus between numbers', 'is 5 3 units', 'is 5 − 3 units'],
    ['a lost minus after a currency code', 'EUR 500', 'EUR-500'],
    ['another slanted comparison', 'x ⩽ 5', 'x ⩾ 5'],
    ['another doubled comparison', '≧ 40', '≦ 40'],
    ['another full-width comparison', '＞ 30', '＜ 30'],
    ['another grade', 'rated A-', 'rated A+ by'],
    ['a grade without its plus', 'rated A', 'rated A+ by'],
    ['a grade without its minus', 'rated A', 'rated A- by'],
    ['a grade with an added minus', 'rated A-', 'rated A by'],
    ['exchanged results of tests', 'HER2+ and ER-', 'HER2- and ER+'],
    ['a ticked box', '☑ I accept', '☐ I accept'],
    ['a cross for a check mark', '✗ insured', '✓ insured'],
    ['a reversed arrow', '↓ risk', '↑ risk'],
    ['a product for a sum', '5 × 3', '5 + 3'],
    ['a quotient for a sum', '5 ÷ 3', '5 + 3'],
    ['a difference for a sum', 'b − c', 'b + c'],
    ['an equality for its negation', 'a = b', 'a != b'],
    ['inches for feet', '5" tall', "5' tall"],
    ['minutes for degrees', '5′ 30″', '5° 30′'],
    ['a lost degree sign', '-5 C', '-5 °C'],
    ['milliwatts for megawatts', '5 mW of', '5 MW of'],
    ['milliwatts for megawatts without a space', '5mW of', '5MW of'],
    ['megahertz for millihertz', '5-MHz band', '5-mHz band'],
    ['gigabytes for gigabits', '8 GB', '8 Gb'],
    ['gigabits for gigabytes without a space', '8Gb', '8GB'],
    ['megabits a second for megabytes a second', 'of 40 Mbps', 'of 40 MBps'],
    ['kilobytes for kilobits beside a word', 'in kB at', 'in kb at'],
    ['milliampere-hours for megaampere-hours', '300 MAh', '300 mAh'],
    ['a lost ampersand', 'the AB company', 'the A&B company'],
    ['a lost apostrophe', 'we well pay', 'we we’ll pay'],
    ['a code without its minus at a line end', 'HER2 status', 'HER2-\nstatus'],
    ['a code without its minus at an end by PDFium', 'HER2 status', 'HER2\ufffestatus'],
    ['a code joined to the next word', 'HER2positive', 'HER2-positive'],
    ['the word after a broken code', 'positive cells', 'HER2-\npositive cells'],
    ['a contraction without its apostrophe', 'as were it', 'as we’re it'],
    ['the end of a range alone', '10 days', '5-10 days'],
    ['the tail of a word', 'authorized disclosure', 'unauthorized disclosure'],
    ['the head of a word', 'the author', 'the authorized'],
    ['a word without its negating prefix', 'disclosure', 'non-disclosure'],
    ['a verb without its negation', 'the Supplier can', 'the Supplier can’t'],
    ['a word broken over a line', 'mation', 'infor-\nmation'],
    ['two words made of one', 'is not able', 'is notable'],
    ['one word made of two', 'is notable', 'is not able'],
    ['a word apart', 'it is apart of the deal', 'it is a part of the deal'],
    ['a dropped accent', 'resume', 'résumé'],
    ['an inserted not', 'shall not pay', 'shall pay'],
  ])('such as %s', (_, quote, text) => {
    expect(isFound(quote, text)).toBe(false);
  });

  it('or if it is empty', () => {
    expect(isFound(' “…” ', 'some “…” text')).toBe(false);
  });
});

describe('the folding of characters', () => {
  it('maps every folded character to the characters that it came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const { chars, starts, ends } = fold(text);
        for (let at = 0; at < chars.length; at += 1) {
          const origin = text.slice(starts[at], ends[at]);
          // Some signs, such as a minus, are kept only before a number.
          const inContext = [origin, `${origin}1`, `1${origin}1`].map((one) => fold(one).chars);
          expect(inContext.some((folded) => folded.includes(chars[at] ?? ''))).toBe(true);
          expect(starts[at]).toBeGreaterThanOrEqual(at === 0 ? 0 : (starts[at - 1] ?? 0));
        }
      }),
      { examples: [['\ufe63\u07c0']] },
    );
  });

  it('lets every run of whole words be found in its own text', () => {
    const words = fc.array(
      fc.stringMatching(/^[(“$-]?[A-Za-z0-9éß¼²一]{1,8}([-’.,/][a-z0-9]{1,4})?[).,;:%”]?$/),
      { minLength: 3, maxLength: 20 },
    );
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (all, one, other) => {
        const [from = 0, to = 0] = [one % all.length, other % all.length].sort((a, b) => a - b);
        const quote = all.slice(from, to + 1).join(' ');
        fc.pre(fold(quote).chars !== '');
        expect(isFound(quote, all.join(' '))).toBe(true);
        expect(isFound(quote, all.join('\n'))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
