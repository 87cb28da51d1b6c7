/** A section of a number format: the words around the number, and what the number itself looks like. */
type Section = {
  condition: string | null;
  before: string;
  after: string;
  hasNumber: boolean;
  /** The section writes a minus or a parenthesis itself. */
  hasSign: boolean;
  /** The number is displayed in another form, such as in thousands, so the words do not belong to the stored one. */
  isOther: boolean;
};

/** Matches the pieces of a format code (ECMA-376 part 1, 18.8.31). */
const pieces =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[([^\]]*)\]|(;)|(general|[0#?](?:[0#?.,]*[0#?])?)(,*)|(.)/gis;

/**
 * A number with the words that its format displays around it or instead of it, such as 30 in the format `0" days"`; null
 * if there are none.
 */
export function wordedNumber(code: string, value: number): string | null {
  if (!/["\\[\p{Sc}]/u.test(code)) return null;
  const sections = sectionsOf(code);
  const section = chosen(sections, value);
  if (section === undefined || section.isOther) return null;
  const { before, after, hasNumber, hasSign } = section;
  if (!hasNumber) return /\p{L}/u.test(before) ? before.trim() : null;
  if (!/[\p{L}\p{Sc}%‰°]/u.test(before + after)) return null;
  const isOwn = section === sections[1] && section.condition === null;
  const sign = value < 0 && (hasSign || !isOwn) ? '-' : '';
  return `${sign}${before.trimStart()}${Number(Math.abs(value).toPrecision(15))}${after}`.trim();
}

function sectionsOf(code: string): Section[] {
  const sections: Section[] = [];
  let section = newSection();
  const add = (words: string) => {
    if (/[-−(]/.test(words)) section.hasSign = true;
    section[section.hasNumber ? 'after' : 'before'] += words.replace(/[-−()]/g, '');
  };
  for (const [, quoted, escaped, currency, inBrackets, end, number, scale, other] of code.matchAll(pieces)) {
    if (end !== undefined) {
      sections.push(section);
      section = newSection();
    } else if (number !== undefined) {
      section.isOther ||= section.hasNumber || scale !== '';
      section.hasNumber = true;
    } else if (inBrackets !== undefined) {
      if (/^[<>=]/.test(inBrackets)) section.condition = inBrackets;
    } else if (other !== undefined && !/[\s\p{Sc}()-]/u.test(other)) section.isOther = true;
    else add(quoted ?? escaped ?? currency ?? other ?? '');
  }
  return [...sections, section];
}

function newSection(): Section {
  return { condition: null, before: '', after: '', hasNumber: false, hasSign: false, isOther: false };
}

/** The section for a number: by the conditions of the sections, else by the sign of the number. */
function chosen(sections: readonly Section[], value: number): Section | undefined {
  if (sections.some(({ condition }) => condition !== null)) {
    return sections.find(({ condition }) => condition === null || holds(condition, value));
  }
  if (value < 0) return sections[1] ?? sections[0];
  return value === 0 ? (sections[2] ?? sections[0]) : sections[0];
}

function holds(condition: string, value: number): boolean {
  const [, sign = '', limit = ''] = /^([<>=]+)\s*(.+)$/.exec(condition) ?? [];
  const than = Number(limit);
  if (value === than) return sign.includes('=') && sign !== '<>';
  return value > than ? sign.startsWith('>') || sign === '<>' : sign.startsWith('<');
}
