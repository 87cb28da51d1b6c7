import type { ChatRequest } from './protocol.ts';

/** A passage as a request shows it to the model. */
export type SeenPassage = { id: string; header: string; text: string; sentences: string[] };

/** The content of a rule check or a support check, extracted from the text that the model gets. */
export type RuleRequest = {
  purpose: 'check' | 'support';
  mark: string;
  passages: SeenPassage[];
  /** The rule's name in a rule check, the statement in a support check. */
  about: string;
  /** The rule's description; empty in a support check. */
  asks: string;
  /**
   * The quote that a truthful model would return: the words, and the id of the passage that contains them; `P000` if no
   * passage does.
   */
  quote(words: string): { passage: string; quote: string };
  /** An answer with quotes in the form that the request asks for. */
  inForm(answer: unknown): unknown;
};

/** Reads a request of the rule check or of the support check. */
export function ruleRequestOf(request: ChatRequest): RuleRequest {
  const { schemaName, user, messages } = request;
  const asked = messages.find(({ role }) => role === 'user')?.text ?? '';
  const mark = /=([a-z0-9]{6})=|~([a-z0-9]{6})(?: \d+)?~/.exec(asked)?.slice(1).find(Boolean) ?? '';
  const body = asked.slice(asked.indexOf('\n\n'));
  const marked = new RegExp(`^~${mark}(?: \\d+)?~ `);
  const passages = body
    .split(`=${mark}= `)
    .slice(1)
    .map((block): SeenPassage => {
      const [head = '', ...lines] = block.split('\n\nEnd of the documents.')[0]?.split('\n') ?? [];
      const [id = '', ...header] = head.split(' | ');
      const sentences = lines.filter((line) => !/^~\d+~$/.test(line)).map((line) => line.replace(marked, ''));
      return { id, header: header.join(' | '), text: sentences.join(' '), sentences };
    });
  return {
    purpose:
      schemaName === 'support_check' || user.includes('Do the quotes carry the statement?')
        ? 'support'
        : 'check',
    mark,
    passages,
    about: (/^(?:The rule is called|Statement): (.*)$/m.exec(asked)?.[1] ?? '').trim(),
    asks: (/^It says: ([\s\S]*?)\n\n/m.exec(asked)?.[1] ?? '').trim(),
    quote(words) {
      const passage = passages.find(({ text }) => text.includes(words));
      return { passage: passage?.id ?? 'P000', quote: words };
    },
    inForm: (answer) => pointedIfAsked(request, answer),
  };
}

/** An answer to a rule check. Fields that `content` does not have get the values of an answer that found nothing. */
export function ruleAnswer(
  content: Partial<Record<'quotes' | 'exceptions' | 'missing' | 'answer' | 'values' | 'outcome', unknown>>,
) {
  return {
    quotes: [],
    exceptions: [],
    missing: [],
    answer: 'Nothing was found in the documents about this.',
    values: [],
    outcome: 'undetermined',
    ...content,
  };
}

/** Answers of the form of the first version of the rule check. */
type Quoting = {
  quotes: { passage: string; quote: string; stance: string }[];
  exceptions?: { passage: string; quote: string }[];
  values?: { quotes: number[] }[];
};

/**
 * The same answer by the numbers of sentences, if the request numbers them: so a script can quote, whichever version of
 * the prompt asks. Words that are in no sentence point at the sentence 0, which does not exist.
 */
export function pointedIfAsked({ messages }: Pick<ChatRequest, 'messages'>, answer: unknown): unknown {
  const lines = messages.flatMap(({ text }) => [...text.matchAll(/^~[a-z0-9]{6} (\d+)~ (.*)$/gm)]);
  const isNumbered = messages.some(({ text }) => /~[a-z0-9]{6} N~/.test(text));
  const isQuoting = typeof answer === 'object' && answer !== null && 'quotes' in answer;
  if (!isNumbered || !isQuoting) return answer;
  const { quotes, exceptions = [], values = [], ...rest } = answer as Quoting;
  const sentences = lines.map(([, number = '', text = '']) => ({
    number: Number(number),
    text: folded(text),
  }));
  const numbersOf = (quote: string): { number: number; words: string | null }[] => {
    const words = folded(quote);
    const within = sentences.filter(({ text }) => text.includes(words) && words !== '');
    const parts = sentences.filter(({ text }) => text !== '' && words.includes(text));
    const [home] = within;
    if (home) return [{ number: home.number, words: home.text === words ? null : quote }];
    return parts.length > 0
      ? parts.map(({ number }) => ({ number, words: null }))
      : [{ number: 0, words: quote }];
  };
  const pointed = [...quotes, ...exceptions.map((exception) => ({ ...exception, stance: 'qualifies' }))].map(
    ({ quote, stance }) => numbersOf(quote).map((one) => ({ ...one, stance })),
  );
  return {
    ...rest,
    sentences: pointed.flat(),
    values: values.map(({ quotes: places, ...value }) => ({
      ...value,
      sentences: places.flatMap((place) => pointed[place]?.map(({ number }) => number) ?? []),
    })),
  };
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export const entails = { json: { reason: 'The quote says so.', verdict: 'entails' } };
