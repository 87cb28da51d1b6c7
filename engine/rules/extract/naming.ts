import { createHash } from 'node:crypto';
import { namesRole } from '../../language/roles.ts';
import { grouped } from '../../model/sorted.ts';
import { folded } from './contents.ts';
import type { Found } from './found-in.ts';
import type { Extraction, FoundRule, LeftOut } from './model.ts';
import { mainClause, nameOf, Taken } from './names.ts';

export type NamedRules = Pick<Extraction, 'rules' | 'leftOut'>;

/** The names and ids that rules have already. */
type InUse = { names: Taken; ids: Taken };

/**
 * The rules of files, with ids, names and actors of their own. A sentence that repeats another one of its clause is left
 * out; of several files, the ids begin with the name of the file.
 */
export function namedRules(files: readonly (readonly Found[])[]): NamedRules {
  const inUse = { names: new Taken([]), ids: new Taken([], String) };
  const all = files.map((found) => rulesOfFile(found, files.length > 1, inUse));
  return { rules: all.flatMap(({ rules }) => rules), leftOut: all.flatMap(({ leftOut }) => leftOut) };
}

function rulesOfFile(all: readonly Found[], isOneOfMany: boolean, inUse: InUse): NamedRules {
  const chosen = all.filter(({ outcome }) => !('reason' in outcome));
  const same = grouped(chosen, ({ text }) => folded(text));
  const counts = new Map<string, number>();
  const ids = new Map<Found, string>();
  const rules: FoundRule[] = [];
  const leftOut: LeftOut[] = [];
  for (const found of all) {
    const { outcome, source, clause } = found;
    if ('reason' in outcome) {
      leftOut.push({ ...source, reason: outcome.reason });
      continue;
    }
    const equal = same.get(folded(found.text)) ?? [];
    const first = equal.find((other) => other.clause === clause && ids.has(other));
    if (first) {
      const of = ids.get(first);
      leftOut.push({ ...source, reason: 'duplicate', ...(of !== undefined && { of }) });
      continue;
    }
    const count = clause === null ? 0 : (counts.get(clause) ?? 0) + 1;
    if (clause !== null) counts.set(clause, count);
    const file = isOneOfMany ? `${plain(source.file.replace(/\.[^.]{1,5}$/, ''))}.` : '';
    const own = clause === null ? `r${hash(folded(found.text))}` : `${plain(clause)}-${count}`;
    const id = inUse.ids.id(`${file}${own}`);
    ids.set(found, id);
    rules.push(ruleOf(found, { id, modality: outcome.modality, equal, names: inUse.names }));
  }
  return { rules, leftOut };
}

type Given = Pick<FoundRule, 'id' | 'modality'> & { equal: readonly Found[]; names: Taken };

function ruleOf(found: Found, { id, modality, equal, names }: Given): FoundRule {
  const { source, leadIn, clause, path, title, text, terms, playbook } = found;
  const references = terms.in(text);
  const actor = actorOf(text);
  const heading = path.at(-1) ?? null;
  const topic = playbook?.topic ?? title ?? heading;
  const group = [clause, heading]
    .filter((part) => part !== null)
    .join(' ')
    .slice(0, longestLine)
    .trim();
  return {
    id,
    name: names.name(nameOf(text, topic, actor), clause ?? undefined),
    description: distinguished(found, equal),
    ...playbook?.positions,
    modality,
    ...(actor !== null && { actor }),
    ...(group !== '' && { group }),
    ...(references.length > 0 && { references }),
    source: leadIn === null ? source : { ...source, leadIn },
  };
}

const longestIdPart = 60;

function plain(words: string): string {
  return words
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longestIdPart);
}

function hash(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 10);
}

/** Rules of several clauses can have the same words; then a heading above them says what each is about. */
function distinguished(found: Found, equal: readonly Found[]): string {
  const others = equal.filter((other) => other.clause !== found.clause);
  if (others.length === 0) return found.text;
  for (let back = 1; back <= found.path.length; back += 1) {
    const title = found.path.at(-back);
    if (title !== undefined && others.every((other) => !other.path.includes(title)))
      return `${title}: ${found.text}`;
  }
  return found.clause === null ? found.text : `Clause ${found.clause}: ${found.text}`;
}

/** The maximum length of a group. */
const longestLine = 200;
const longestActor = 6;

/** Matches the words before the modal of an active verb: in "devices shall be validated", the devices do not validate. */
const subject =
  /^(?:[\p{L}-]+ ){0,2}?(?:(?:the|an?|each|every|any|all|no)\s+)?([^,;:()]{2,80}?)\s+(?:shall|must|may|will|should|has to|have to|is required to|are required to|agrees to)(?!\p{L})(?!\s+(?:not\s+|only\s+|also\s+)?be\s+\p{L}+(?:ed|en|ept|ade)(?!\p{L}))/iu;

/** Who has to act, as the sentence names it; null if it names no one. */
export function actorOf(text: string): string | null {
  const found = subject.exec(mainClause(text).trim())?.[1] ?? '';
  const named = found.replace(/^(?:the|an?|each|every|any|all|no)\s+/i, '');
  if (named === '' || named.split(/\s+/).length > longestActor) return null;
  const head = named.split(/\s+(?:of|that|who|which|for|in|at|on|operated|used|creating|using)\s+/)[0] ?? '';
  return namesActor(head.split(/[\s-]+/).slice(-4)) ? named : null;
}

function namesActor(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (/^\p{Lu}{2,6}s?$/u.test(last)) return true;
  return (
    namesRole(words.map((word) => word.toLowerCase())) ||
    /^(?:we|you|people|personnel|agencies|companies|everyone|anyone)$/i.test(last)
  );
}
