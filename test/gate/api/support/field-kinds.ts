/** What a field accepts, with what it becomes, and what it refuses, with the words of the refusal. */
export type Kind = { fine: [given: unknown, parsed: unknown][]; refused: [given: unknown, words: string][] };

export const id = '0123456789abcdef01234567';
const x = (length: number) => 'x'.repeat(length);
const unchanged = (...values: unknown[]): Kind['fine'] => values.map((value) => [value, value]);
export const kind = (fine: unknown[], ...refused: Kind['refused']): Kind => ({
  fine: unchanged(...fine),
  refused,
});
const atMost = (most: number) => `must have at most ${most} characters`;

export const filled = kind(
  ['x', ' x\n', x(20_000)],
  ['', 'needs at least one character that is not a space'],
  [' \n\t', 'needs at least one character that is not a space'],
  [1, 'must be a string'],
  [null, 'must be a string'],
);
export const filledUpTo = (most: number): Kind => ({
  fine: unchanged('x', ' x\n', x(most)),
  refused: [...filled.refused, [x(most + 1), atMost(most)]],
});
export const anyText = kind(['', ' ', x(20_000)], [1, 'must be a string'], [null, 'must be a string']);
export const textUpTo = (most: number) =>
  kind(['', x(most)], [x(most + 1), atMost(most)], [1, 'must be a string']);
export const recordId: Kind = {
  fine: [...unchanged(id), [id.toUpperCase(), id]],
  refused: [id.slice(1), `${id}0`, `g${id.slice(1)}`, '', ` ${id}`].map((wrong) => [
    ...([wrong, 'must be an id of 24 hexadecimal characters'] as const),
  ]),
};
export const choice = (...values: string[]) =>
  kind(
    values,
    [
      values[0]?.toUpperCase() === values[0] ? 'x' : values[0]?.toUpperCase(),
      `must be one of ${values.join(', ')}`,
    ],
    ['', `must be one of ${values.join(', ')}`],
  );
export const link = kind(
  ['http://example.org', 'HTTPS://example.org/a?b=c', `https://${x(3_000)}`],
  ...['ftp://example.org', 'example.org', 'http:/example.org', ' http://example.org', ''].map(
    (wrong): [string, string] => [wrong, 'must be a link that starts with http:// or https://'],
  ),
);
export const shortLink: Kind = {
  fine: unchanged('http://example.org', `https://${x(1_992)}`),
  refused: [...link.refused, [`https://${x(1_993)}`, atMost(2_000)]],
};
export const email: Kind = {
  fine: [...unchanged('a@example.org', 'A.b+c@sub.example.org'), ['  a@example.org\n', 'a@example.org']],
  refused: [
    ...['a', '@example.org', 'a@', 'a@b', 'a b@example.org', ''].map((wrong): [string, string] => [
      ...([wrong, 'must be an email address'] as const),
    ]),
    [`${x(243)}@example.org`, atMost(254)],
  ],
};
export const personName: Kind = {
  fine: [...unchanged('', 'Ada Żółć', x(100)), [' Ada ', 'Ada']],
  refused: [
    [x(101), atMost(100)],
    ['a\nb', 'must be on one line, without control characters'],
    ['a\u0007', 'must be on one line, without control characters'],
  ],
};
export const workspaceName: Kind = {
  fine: [...unchanged('L', 'Recht & Steuern – Żółć 法務', x(100)), [' Legal ', 'Legal']],
  refused: [
    ['', 'must have at least 1 character'],
    ['  ', 'must have at least 1 character'],
    [x(101), atMost(100)],
    ['a\nb', 'must be on one line, without control characters'],
    ['a\u007f', 'must be on one line, without control characters'],
    ['a\u009f', 'must be on one line, without control characters'],
  ],
};
export const cap = kind(
  [null, 0, 0.5, 1_000_000_000_000],
  [-0.01, 'must be at least 0'],
  [1_000_000_000_001, 'must be at most 1000000000000'],
  ['5', 'must be a number'],
);
export const whole = (least: number, most: number | null = null) =>
  kind(
    [least, least + 1, most ?? 1_000_000],
    [least - 1, `must be at least ${least}`],
    [least + 0.5, 'must be a whole number'],
    [String(least), 'must be a number'],
    ...(most === null ? [] : [[most + 1, `must be at most ${most}`] as [number, string]]),
  );
export const inQuery = (least: number, most: number): Kind => ({
  fine: [
    [least, least],
    [String(least), least],
    [String(most), most],
    ['007', 7],
  ],
  refused: [
    [
      String(least - 1),
      least === 0 ? 'must be a whole number in digits, such as 12' : `must be at least ${least}`,
    ],
    [String(most + 1), `must be at most ${most}`],
    ...['', ' 1', '1.5', '0x10', '1e3', null].map((wrong): [unknown, string] => [
      ...([wrong, 'must be a whole number in digits, such as 12'] as const),
    ]),
  ],
});
export const cursor = (own: string, other: string) =>
  kind(
    [own],
    [other, 'is not a nextCursor that this list has returned'],
    [`${own}x`, 'is not a nextCursor that this list has returned'],
    ['', 'is not a nextCursor that this list has returned'],
  );
const line = (most: number): Kind => ({
  fine: unchanged('x', ' x ', x(most)),
  refused: [
    [x(most + 1), atMost(most)],
    ...['', ' ', 'a\nb', 'a\r'].map((wrong): [string, string] => [
      ...([wrong, 'must be a single line with at least one character that is not a space'] as const),
    ]),
  ],
});
const list = (entry: unknown, most: number, least = 0): Kind => ({
  fine: unchanged(
    [entry],
    Array.from({ length: most }, () => entry),
  ),
  refused: [
    ...(least > 0 ? [[[], `must have at least ${least} entry`] as [unknown, string]] : []),
    [Array.from({ length: most + 1 }, () => entry), `must have at most ${most} entries`],
    ['x', 'must be an array'],
  ],
});
export const ruleKeys = list('a', 1_000);
export const placesOfRules = kind([{}, { a: '5.1' }], ['x', 'must be an object'], [[], 'must be an object']);
/** The service limits the length of these lists by a setting. */
export const longList = (entry: unknown, least = 0): Kind => ({
  ...{ fine: unchanged(Array.from({ length: 201 }, () => entry)) },
  refused: [
    ...(least > 0 ? [[[], `must have at least ${least} entry`] as [unknown, string]] : []),
    ['x', 'must be an array'],
  ],
});
export const jsonObject = kind(
  [{}, { a: [1, { b: null }] }, null],
  ['x', 'must be an object'],
  [[], 'must be an object'],
);
export const metadata: Kind = {
  fine: unchanged({}, { [x(40)]: x(500), 'A-1_b': '' }),
  refused: [['x', 'must be an object']],
};
export const recipients = longList('a@example.org');
export const versions = kind(
  ['', 'rule-check@2', '2', 'rule-check@2.1, shape@1'],
  ...['@2', 'Rule@2', 'a@', 'a@1,', 'a b'].map((wrong): [string, string] => [
    ...([wrong, 'must be versions such as rule-check@2'] as const),
  ]),
);

export const watch = kind(
  [
    null,
    ...['10s', '15m', '1h', '999d', '0 7 * * 1-5 Europe/Berlin'].map((schedule) => ({
      folder: '/srv',
      schedule,
    })),
  ],
  [1, 'must be an object'],
);

export const rule = { name: 'n', description: 'd' };
export const fieldsOfRule = (at: string, optional = true): Record<string, Kind> => ({
  [`${at}.name`]: filledUpTo(500),
  [`${at}.description`]: filledUpTo(10_000),
  ...(optional && {
    [`${at}.id`]: kind(
      ['A', 'a.b_c-1', x(100)],
      ...['', '-a', 'a b', 'ä', x(101)].map((wrong): [string, string] => [
        wrong,
        'must be 1 to 100 letters (A to Z), digits, dots, underscores or hyphens, and begin with a letter or a digit',
      ]),
    ),
    [`${at}.kind`]: choice('duty', 'question'),
    [`${at}.ifAbsent`]: choice('violated', 'satisfied'),
    [`${at}.group`]: line(200),
    [`${at}.modality`]: choice('obligation', 'prohibition', 'permission'),
    [`${at}.actor`]: line(200),
    [`${at}.severity`]: choice('critical', 'high', 'medium', 'low'),
    [`${at}.tags`]: list(x(50), 20),
    [`${at}.owner`]: line(200),
    [`${at}.deadline`]: kind(
      ['2028-02-29'],
      ['2027-02-29', 'must be a date of the calendar in the form 2026-12-31'],
      ['2027-1-1', 'must be a date of the calendar in the form 2026-12-31'],
    ),
    [`${at}.references`]: list(x(500), 20),
    [`${at}.examples`]: kind(
      [{}, { satisfies: [x(2_000)] }, { violates: Array.from({ length: 20 }, () => 'v') }],
      ['x', 'must be an object'],
    ),
    [`${at}.source`]: kind(
      [
        { file: 'a', quote: 'q' },
        { file: x(500), page: 1_000_000, clause: x(200), quote: x(10_000), leadIn: 'l' },
      ],
      ['x', 'must be an object'],
    ),
  }),
});
export const file = { name: 'n', type: 'text', content: 'c' };
export const linked = { name: 'n', type: 'document', url: 'https://example.org/a.pdf' };
export const knowledge = { name: 'n', type: 'pdf', url: 'https://example.org/a.pdf' };
export const fieldsOfFiles = (at: string): Record<string, Kind> => ({
  [`${at}[0].name`]: filledUpTo(500),
  [`${at}[0].content`]: kind(['c', x(20_000)], ['', 'must have at least 1 character']),
  [`${at}[0]`]: kind([
    linked,
    { ...linked, type: 'video' },
    { ...linked, type: 'url' },
    { ...linked, type: 'photo' },
    { ...linked, type: 'audio' },
  ]),
  [`${at}[0].type`]: kind(['text'], ['pdf', 'must be one of video, document, url, photo, audio, text']),
});
export const citation = { quote: 'q' };
