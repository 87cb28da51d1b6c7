import { expect, it } from 'vitest';
import { QuoteLocator } from '../../../../engine/cite/quote-locator.ts';
import { createPassageIndex } from '../../../../engine/retrieve/passage-index.ts';
import { source } from '../../../support/sources.ts';

const duty = 'The Supplier shall keep all records for seven years.';
const other = 'The Supplier shall repair each fault within five days.';
const page = (text: string) => `${'This page speaks of other matters. '.repeat(60)}\n\n${text}`;
const first = source([page(duty), page(other), page(duty)], { name: 'a.pdf' });
const second = source([page(duty)], { name: 'b.pdf', fileIndex: 1 });
const policy = source([page(duty)], { name: 'policy.pdf', role: 'authority' });
const sources = [first, second, policy];

it('the same words in several passages are cited each at the passage that the answer names, in the files of the role', async () => {
  const { passages, passagesOf } = await createPassageIndex(sources);
  const having = sources.flatMap((one) =>
    passagesOf(one).filter(({ start, end }) => one.content.text.slice(start, end).includes(duty)),
  );
  expect(having.map(({ source: { name } }) => name)).toEqual(['a.pdf', 'a.pdf', 'b.pdf', 'policy.pdf']);
  const locator = new QuoteLocator(passages, sources);
  const place = (role: 'input' | 'authority', quote: string, passage: string) => {
    const found = locator.locate(role, quote, passage);
    return found && [found.source.name, found.start, found.corrected];
  };
  for (const passage of having) {
    const { role, name, content } = passage.source;
    expect(place(role, duty, passage.id)).toEqual([name, content.text.indexOf(duty, passage.start), false]);
    // A passage of the other role is no place to look, so the first file of the role has the words.
    const others = role === 'input' ? policy : first;
    expect(place(others.role, duty, passage.id)?.slice(0, 2)).toEqual([
      others.name,
      others.content.text.indexOf(duty),
    ]);
  }
  for (const { id } of having) {
    expect(place('input', other, id)).toEqual(['a.pdf', first.content.text.indexOf(other), true]);
    expect(place('authority', other, id)).toBeNull();
    expect(place('input', 'The Supplier shall paint all fences within ten years.', id)).toBeNull();
  }
});
