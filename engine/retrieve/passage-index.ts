import type { RunnableConfig } from '@langchain/core/runnables';
import type { TextSplitter } from '@langchain/textsplitters';
import { readableText } from '../chunk/readable-text.ts';
import { longestSentence } from '../chunk/sentences.ts';
import { locatorAt } from '../cite/locator-at.ts';
import { contentTerms, contentTokens } from '../language/content.ts';
import { english } from '../language/english.ts';
import type { Language } from '../language/language.ts';
import type { Passage, Passages } from '../model/passage.ts';
import type { Warning } from '../model/result.ts';
import type { Rule } from '../model/rule.ts';
import type { Role, Source } from '../model/source.ts';
import { placeWords } from '../model/wording/place-words.ts';
import { asStep, withSignal } from '../runtime/step.ts';
import { createYield } from '../runtime/yield-to-event-loop.ts';
import { CustomRetriever, type OpenRetriever } from './custom-retriever.ts';
import type { Evidence, RuleTerm } from './evidence.ts';
import { type CutSource, type Cutting, cutSource } from './index/cut-source.ts';
import { NumberedPassages } from './index/numbered-passages.ts';
import type { SourceIndex } from './index/source-index.ts';
import { TermDictionary } from './index/term-dictionary.ts';
import { PassageRetriever } from './passage-retriever.ts';
import { byScore, inverseFrequency, type Scored } from './query/bm25.ts';
import type { Equivalence } from './query/equivalences.ts';
import { queryOf } from './query/query.ts';

/** The passages of some sources, to be searched for each rule; each source is indexed on its first search. */
export type PassageIndex = {
  /** The passages, in the order of the sources. */
  passages: Passages;
  passagesOf(source: Source): readonly Passage[];
  warnings: Warning[];
  /**
   * The result depends only on the searched sources. Neither their order nor the other sources of the index have an
   * effect.
   */
  retrieve(rule: Rule, searched: readonly Source[], config?: RunnableConfig): Promise<Evidence>;
  /**
   * Returns an index that also contains the sources `more`. What was computed for the sources of this index is reused.
   * The warnings of the new index concern only the added sources.
   */
  with(more: readonly Source[], config?: RunnableConfig): Promise<PassageIndex>;
};

/** The default number of input passages to retrieve for a rule: as many as a reviewer would read. */
export const defaultMost = 40;
const mostAuthority = 6;
/**
 * A passage of a knowledge file counts as being on the rule's topic if it contains at least this share of the rule's
 * words, by weight.
 */
const authorityPresence = 0.35;
/** The weight of words from knowledge files, which are weaker evidence than the rule's own words. */
const authorityWeight = 0.25;
const authorityWords = 10;
const authorityPassages = 2;

export type PassageIndexOptions = {
  /** How many input passages to retrieve for a rule. */
  most?: number | undefined;
  /** Unset: sentences are grouped into passages of some 800 characters. */
  splitter?: TextSplitter | undefined;
  /** Finds the input passages for a rule. Unset: passages are found by their words (BM25). */
  retriever?: OpenRetriever | undefined;
  /** The parts of sources that were split before; each counts at its place in the order of the sources. */
  early?: readonly CutSource[] | undefined;
};

/**
 * Splits sources into passages and indexes them. Other work can run meanwhile. Callbacks see each source being split.
 */
export function createPassageIndex(
  sources: readonly Source[],
  options: PassageIndexOptions = {},
  config: RunnableConfig = {},
): Promise<PassageIndex> {
  return passageIndexOf(new Map(), sources, options, config);
}

/** What the sources that are split together share. */
export function cuttingBy(splitter: TextSplitter | undefined): Cutting {
  return { splitter, dictionary: new TermDictionary(), yieldToEventLoop: createYield() };
}

/** Splits a source, as a step. `before` passages of other sources precede its own. */
export function split(
  source: Source,
  before: number,
  cutting: Cutting,
  config: RunnableConfig,
): Promise<CutSource> {
  const shown = {
    name: 'split',
    input: { file: source.name, role: source.role },
    output: ({ passages, language }: CutSource) => ({
      passages: passages.length,
      language: language.code,
    }),
  };
  return asStep(shown, withSignal(config), () => cutSource(source, before, cutting));
}

async function passageIndexOf(
  known: ReadonlyMap<Source, CutSource>,
  sources: readonly Source[],
  options: PassageIndexOptions,
  config: RunnableConfig,
): Promise<PassageIndex> {
  const { most = defaultMost, splitter, retriever: openRetriever, early = [] } = options;
  const cutting = cuttingBy(splitter);
  const parts = new Map(known);
  const added: CutSource[] = [];
  let { size } = numbered(known);
  for (const source of sources) {
    if (parts.has(source)) continue;
    const before = size;
    const ready = early.find((part) => part.source === source && part.before === before);
    const part = ready ?? (await split(source, before, cutting, config));
    parts.set(source, part);
    added.push(part);
    size += part.passages.length;
  }
  const custom = openRetriever && new CustomRetriever(openRetriever);
  const all = numbered(parts);
  const opened = new WeakMap<readonly Source[], Promise<Searchable>>();

  /** Indexes the sources and opens their retrievers, once for all rules. */
  async function searchable(searched: readonly Source[]): Promise<Searchable> {
    const indexes: SourceIndex[] = [];
    for (const source of new Set(searched)) {
      const part = parts.get(source);
      if (part) indexes.push(await part.index());
    }
    return searchableOf(indexes, 2 * most);
  }

  return {
    passages: all,
    passagesOf: (source) => parts.get(source)?.passages ?? [],
    warnings: [...added.flatMap(languageWarning), ...added.flatMap(lengthWarning)],
    with: (more, moreConfig = {}) => passageIndexOf(parts, more, options, moreConfig),
    async retrieve(rule, searched, config) {
      const known = opened.get(searched) ?? searchable(searched);
      opened.set(searched, known);
      const { inputs, authorities, language, equivalences } = await known;
      const search = async ({ retriever }: Searched, query: string, runName: string) => {
        const documents = await retriever.invoke(query, { ...config, runName });
        return {
          presence: documents[0]?.metadata.presence ?? 0,
          ranked: documents.flatMap(({ metadata }): Scored[] => {
            const passage = all.get(metadata.passage);
            return passage ? [{ passage, score: metadata.score }] : [];
          }),
        };
      };

      const query = queryText(rule);
      const duty = await search(authorities, query, 'authority');
      const own = await search(inputs, query, 'inputs');
      const expansion =
        duty.presence >= authorityPresence
          ? expansionOf(duty.ranked.slice(0, authorityPassages), query, language)
          : [];
      let { ranked } = own;
      if (custom)
        ranked = await custom.ranked(query, inputs.indexes, all, {
          ...config,
          runName: 'inputs, by the retriever',
        });
      else if (expansion.length > 0) {
        const also = await search(inputs, expansion.join(' '), 'inputs, in words of the knowledge files');
        ranked = fuse(own.ranked, also.ranked);
      }
      return {
        inputs: ranked.slice(0, most),
        exceptions: sweepExceptions(inputs.indexes, ranked),
        authority: duty.presence >= authorityPresence ? duty.ranked.slice(0, mostAuthority) : [],
        queries: expansion.length > 0 ? [query, expansion.join(' ')] : [query],
        terms: termsOf(query, inputs.indexes, language, equivalences),
      };
    },
  };
}

/** Sources of one role, and their retriever. */
type Searched = { indexes: SourceIndex[]; retriever: PassageRetriever };

/** What a subject is searched with, for every rule. */
type Searchable = {
  inputs: Searched;
  authorities: Searched;
  language: Language;
  equivalences: Equivalence[];
};

function searchableOf(indexes: readonly SourceIndex[], limit: number): Searchable {
  const of = (role: Role): SourceIndex[] => indexes.filter(({ source }) => source.role === role);
  const [inputs, authorities] = [of('input'), of('authority')];
  const language = languageOf([...inputs, ...authorities]);
  const equivalences = [
    ...[...inputs, ...authorities].flatMap((index) => index.equivalences),
    ...(language.code === 'en' ? phraseSynonyms : []),
  ];
  const glossary = authorities.flatMap((index) => index.glossary);
  const shared = { language, equivalences, limit };
  return {
    inputs: { indexes: inputs, retriever: new PassageRetriever({ ...shared, indexes: inputs, glossary }) },
    authorities: {
      indexes: authorities,
      retriever: new PassageRetriever({ ...shared, indexes: authorities, glossary: [] }),
    },
    language,
    equivalences,
  };
}

function numbered(parts: ReadonlyMap<Source, CutSource>): NumberedPassages {
  return new NumberedPassages([...parts.values()].map(({ passages }) => passages));
}

function queryText({ name, description }: Rule): string {
  return `${name}\n${description}`;
}

/** The language of most passages; English if there are no passages. */
function languageOf(indexes: readonly SourceIndex[]): Language {
  const weights = new Map<string, { language: Language; passages: number }>();
  for (const { language, passages } of indexes) {
    const entry = weights.get(language.code) ?? { language, passages: 0 };
    weights.set(language.code, { language, passages: entry.passages + passages.length });
  }
  const ordered = [...weights.values()].sort(
    (one, other) => other.passages - one.passages || (one.language.code < other.language.code ? -1 : 1),
  );
  return ordered[0]?.language ?? english;
}

/** Words that are in the best passages of knowledge files but not in the rule, the most frequent first. */
function expansionOf(best: readonly Scored[], query: string, language: Language): string[] {
  const own = new Set(contentTerms(query, language));
  const counts = new Map<string, { word: string; count: number }>();
  for (const { passage } of best) {
    for (const token of contentTokens(readableText(passage.source.content, passage), language)) {
      if (token.kind !== 'word' || own.has(token.term) || language.metaWords.has(token.word)) continue;
      const entry = counts.get(token.term) ?? { word: token.word, count: 0 };
      counts.set(token.term, { word: entry.word, count: entry.count + 1 });
    }
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .slice(0, authorityWords)
    .map(({ word }) => word);
}

/**
 * Adds the scores of the second ranking to those of the first. The added scores are scaled so that the best passage of
 * the second ranking gets a fixed share of the best score of the first.
 */
function fuse(first: readonly Scored[], second: readonly Scored[]): Scored[] {
  const scale = authorityWeight * ((first[0]?.score ?? 1) / Math.max(second[0]?.score ?? 1, Number.EPSILON));
  const scores = new Map(first.map(({ passage, score }) => [passage, score]));
  for (const { passage, score } of second) scores.set(passage, (scores.get(passage) ?? 0) + score * scale);
  return [...scores].map(([passage, score]) => ({ passage, score })).sort(byScore);
}

function termsOf(
  query: string,
  indexes: readonly SourceIndex[],
  language: Language,
  equivalences: readonly Equivalence[],
): RuleTerm[] {
  const words = new Map(contentTokens(query, language).map(({ term, word }) => [term, word]));
  return queryOf(query, language, equivalences).terms.map(({ term, alternatives }) => ({
    word: words.get(term) ?? term,
    term,
    alternatives,
    weight: inverseFrequency(indexes, alternatives),
    present: indexes.some((index) => alternatives.some((terms) => index.postings(terms).size > 0)),
  }));
}

function languageWarning({ source, language }: CutSource): Warning[] {
  if (language.complete || !/\p{L}/u.test(source.content.text)) return [];
  const found =
    language.code === 'und' ? 'a language that was not recognised' : `the language "${language.code}"`;
  return [
    {
      code: 'language_not_supported',
      message: `"${source.name}" is in ${found}: its words are compared as written, and answers of a check without a model are at most ESTIMATED.`,
      file: source.name,
    },
  ];
}

function lengthWarning({ source: { name, content }, fragment }: CutSource): Warning[] {
  if (fragment === null) return [];
  const most = longestSentence.toLocaleString('en-US');
  const place = placeWords(locatorAt(content, fragment));
  return [
    {
      code: 'long_sentences_cut',
      message: `"${name}" has sentences of more than ${most} characters, the first at ${place}. Each was read in pieces, and answers of a check without a model that are based on a piece are at most ESTIMATED. Read such a sentence in the file, or put full stops where its clauses end.`,
      file: name,
    },
  ];
}

/** How many of the best passages have their neighbours examined. */
const anchors = 5;
/** How many neighbours are examined on each side of each of these passages. */
const neighbours = 2;
/** This many of the best passages are examined for exceptions that they contain themselves. */
const depth = 30;
const most = 8;

/**
 * Passages that can limit the best passages, best first. They contain an exception (except, unless, notwithstanding,
 * subject to, provided that). They also either rank high themselves, or are neighbours of the very best passages under
 * the same headings.
 */
function sweepExceptions(indexes: readonly SourceIndex[], ranked: readonly Scored[]): Scored[] {
  const scores = new Map(ranked.map(({ passage, score }) => [passage, score]));
  const near = new Set<Passage>(ranked.slice(0, depth).map(({ passage }) => passage));
  const home = new Map(indexes.map((index) => [index.source, index]));
  for (const { passage } of ranked.slice(0, anchors)) {
    const passages = home.get(passage.source)?.passages ?? [];
    const at = passages.indexOf(passage);
    for (const beside of passages.slice(Math.max(0, at - neighbours), at + neighbours + 1)) {
      if (beside.headingPath.join('\n') === passage.headingPath.join('\n')) near.add(beside);
    }
  }
  return [...near]
    .filter((passage) => {
      const language = home.get(passage.source)?.language;
      return language?.exceptions.test(readableText(passage.source.content, passage)) ?? false;
    })
    .map((passage) => ({ passage, score: scores.get(passage) ?? 0 }))
    .sort(byScore)
    .slice(0, most);
}

/**
 * Names of several words, or abbreviations, for the same thing in financial reports, one group per line. A rule that
 * names the income statement also finds the page that its company calls the statement of operations.
 */
const groups = `
income statement, statement of income, statement of operations, statement of earnings, profit and loss statement, profit and loss account, statement of profit or loss, P&L
balance sheet, statement of financial position, statement of financial condition
cash flow statement, statement of cash flows
statement of changes in equity, statement of stockholders equity, statement of shareholders equity
capital expenditures, capex, purchases of property and equipment, purchases of property plant and equipment
property plant and equipment, property and equipment, PP&E, PPE
cost of sales, cost of goods sold, cost of revenue, COGS
accounts payable, trade payables
accounts receivable, trade receivables
net income, net earnings, net profit
earnings per share, EPS
research and development, R&D
selling general and administrative, SG&A
`;

/** Pairs of names for the same thing, each name a row of adjacent content terms; English only. */
const phraseSynonyms: readonly { terms: readonly string[]; means: readonly string[] }[] = groups
  .trim()
  .split('\n')
  .flatMap((group) => {
    const names = group.split(', ').map((name) => contentTerms(name, english));
    return names.flatMap((terms) =>
      names.filter((means) => means.join(' ') !== terms.join(' ')).map((means) => ({ terms, means })),
    );
  });
