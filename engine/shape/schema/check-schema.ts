import type { ErrorObject } from 'ajv';
import type { Json } from '../../model/result.ts';
import { type FormatProblem, mostParts } from './check-size.ts';
import { ajvOf, type Dialect, dialectOf, dialectUrls } from './dialects.ts';
import { PatternProblem, parsePattern } from './pattern.ts';
import { isObject, type JsonObject, type Place, References, subschemasOf } from './subschemas.ts';

/** Maximum number of uses of `$ref`. */
const mostReferences = 500;
/** Maximum number of values of one `enum`, because a validator compares each value with every other value. */
const mostOptions = 1_000;
/**
 * Maximum number of schemas that apply to one value through `$ref`, `allOf`, `anyOf`, `oneOf`, `not` and `if`. Each use
 * of a schema counts.
 */
const mostApplied = 10_000;
/** Maximum number of automaton states of all patterns together. Compiling this many states takes some 100 ms. */
const mostStates = 20_000;
/** Maximum number of listed problems. */
const mostProblems = 20;
/** Maximum number of characters of a key in the `place` of a problem. */
const shownKey = 60;

/** Keywords that Proviso does not support, and what to do instead. */
const unsupported: { [keyword: string]: string } = {
  $async: 'is not supported: remove it',
  $dynamicRef: 'is not supported: use $ref',
  $dynamicAnchor: 'is not supported: use $anchor, or $ref with a JSON pointer',
  $recursiveRef: 'is not supported: use $ref',
  $recursiveAnchor: 'is not supported: remove it',
};

/**
 * Returns the problems that make a JSON Schema unusable: unsupported features, sizes over the limits, references
 * without a target or in a circle, and whatever its version of JSON Schema does not allow. Time is linear in the size
 * of the schema.
 */
export function schemaProblems(root: JsonObject): FormatProblem[] {
  const dialect = dialectOf(root);
  if (dialect === null) {
    const message = `names a version of JSON Schema that is not supported: use one of ${dialectUrls}, or leave it out`;
    return [{ place: ['$schema'], message }];
  }
  const problems = new SchemaCheck(root).problems();
  const found = problems.length > 0 ? problems.slice(0, mostProblems) : dialectProblems(root, dialect);
  return found.map(({ place, message }) => ({ place: place.map(shortened), message }));
}

/** Checks every schema inside a schema, and every schema that these refer to, in one pass. */
class SchemaCheck {
  readonly #root: JsonObject;
  readonly #references: References;
  readonly #visited = new Map<JsonObject, Place>();
  readonly #problems: FormatProblem[] = [];
  #tooMany = false;
  #used = 0;
  #states = 0;

  constructor(root: JsonObject) {
    this.#root = root;
    this.#references = new References(root);
  }

  problems(): FormatProblem[] {
    this.#visit(this.#root, []);
    // All anchors are known now, so references can be followed. Their targets can contain further references.
    for (const [schema, place] of this.#visited) this.#follow(schema, place);
    if (this.#tooMany) this.#add([], `contains more than ${count(mostParts)} schemas: make it smaller`);
    if (this.#problems.length === 0) this.#checkApplied();
    return this.#problems;
  }

  #add(place: Place, message: string): void {
    this.#problems.push({ place, message });
  }

  #visit(from: Json, at: Place): void {
    const waiting: { schema: Json; place: Place }[] = [{ schema: from, place: at }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { schema, place } = next;
      if (!isObject(schema) || this.#visited.has(schema)) continue;
      if (this.#visited.size === mostParts) {
        this.#tooMany = true;
        return;
      }
      this.#visited.set(schema, place);
      this.#checkKeywords(schema, place);
      waiting.push(...subschemasOf(schema, place).reverse());
    }
  }

  #checkKeywords(schema: JsonObject, place: Place): void {
    for (const [keyword, message] of Object.entries(unsupported)) {
      if (Object.hasOwn(schema, keyword)) this.#add([...place, keyword], message);
    }
    if (!this.#references.name(schema, place)) {
      this.#add([...place, '$anchor'], 'is also the $anchor of another schema: use a different name');
    }
    if (schema !== this.#root) this.#checkNested(schema, place);
    this.#checkValues(schema, place);
    for (const [patternPlace, pattern] of patternsOf(schema, place))
      this.#checkPattern(pattern, patternPlace);
  }

  /** Inside a schema with its own id or version, references and keywords would have different meanings. */
  #checkNested(schema: JsonObject, place: Place): void {
    if (schema.$id !== undefined) {
      this.#add([...place, '$id'], 'is supported at the top only: remove it and refer to #/$defs/…');
    }
    if (schema.$schema !== undefined && schema.$schema !== this.#root.$schema) {
      this.#add(
        [...place, '$schema'],
        'differs from the $schema at the top: write the whole schema in one version',
      );
    }
  }

  #checkValues(schema: JsonObject, place: Place): void {
    const { enum: options, type } = schema;
    if (Array.isArray(options) && options.length > mostOptions) {
      const message = `has ${count(options.length)} values, and an enum can have at most ${count(mostOptions)}: use a pattern`;
      this.#add([...place, 'enum'], message);
    }
    if (Array.isArray(type) && type.length > 7) this.#add([...place, 'type'], 'names a type twice');
  }

  #checkPattern(pattern: string, place: Place): void {
    try {
      const before = this.#states;
      this.#states += parsePattern(pattern).states;
      if (before <= mostStates && this.#states > mostStates) {
        this.#add(place, 'repeats too much, together with the patterns before it: use maxLength, or * and +');
      }
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      this.#add(place, error.message);
    }
  }

  #follow({ $ref }: JsonObject, place: Place): void {
    if ($ref === undefined) return;
    const own = [...place, '$ref'];
    this.#used += 1;
    if (this.#used === mostReferences + 1) {
      this.#add([], `uses $ref more than ${count(mostReferences)} times: make it smaller`);
    }
    const target = typeof $ref === 'string' ? this.#references.target($ref) : null;
    if (target) this.#visit(target.schema, target.place);
    else if (typeof $ref !== 'string') this.#add(own, 'must be text');
    else if ($ref.startsWith('#')) this.#add(own, 'has no schema at its target: correct it');
    else
      this.#add(own, 'leads out of the schema, and nothing is fetched: put what it refers to into #/$defs/…');
  }

  /** Reports the first schema that applies too many schemas to one value, or that applies itself to the same value. */
  #checkApplied(): void {
    const applied = new Applied(this.#references);
    for (const [schema, place] of this.#visited) {
      if (applied.count(schema) <= mostApplied) continue;
      const { endless } = applied;
      if (endless) {
        const message = 'refers to itself without going into a property or an item: remove that reference';
        this.#add(this.#visited.get(endless) ?? place, message);
      } else {
        const message = `applies more than ${count(mostApplied)} schemas to one value by way of its references: use fewer`;
        this.#add(place, message);
      }
      return;
    }
  }
}

/**
 * Counts the schemas that a schema applies to one value, each as often as it is used; infinite if one applies itself.
 */
class Applied {
  readonly #references: References;
  readonly #counts = new Map<JsonObject, number | 'counting'>();
  /** A schema that applies itself, if there is one. */
  endless: JsonObject | null = null;

  constructor(references: References) {
    this.#references = references;
  }

  count(schema: Json): number {
    if (!isObject(schema)) return 1;
    const known = this.#counts.get(schema);
    if (known === 'counting') {
      this.endless ??= schema;
      return Number.POSITIVE_INFINITY;
    }
    if (known !== undefined) return known;
    this.#counts.set(schema, 'counting');
    const { $ref } = schema;
    const target = typeof $ref === 'string' ? this.#references.target($ref)?.schema : undefined;
    const inner = subschemasOf(schema).flatMap((one) => (one.reach === 'same' ? [one.schema] : []));
    const sum = [...inner, ...(target === undefined ? [] : [target])].reduce<number>(
      (total, one) => total + this.count(one),
      1,
    );
    this.#counts.set(schema, sum);
    return sum;
  }
}

function patternsOf({ pattern, patternProperties }: JsonObject, place: Place): [Place, string][] {
  const own: [Place, string][] = typeof pattern === 'string' ? [[[...place, 'pattern'], pattern]] : [];
  const ofNames = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [...own, ...ofNames.map((name): [Place, string] => [[...place, 'patternProperties', name], name])];
}

const validators = new Map<Dialect, ReturnType<typeof ajvOf>>();

/** Reports what the version of JSON Schema does not allow, such as an unknown `type`. */
function dialectProblems({ $schema: _, ...schema }: JsonObject, dialect: Dialect): FormatProblem[] {
  const ajv = validators.get(dialect) ?? ajvOf(dialect, { strict: false, logger: false });
  validators.set(dialect, ajv);
  if (ajv.validateSchema(schema) === true) return [];
  const [first] = ajv.errors ?? [];
  if (!first) return [{ place: [], message: `is not a JSON Schema of version ${dialect}: correct it` }];
  const place = first.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [{ place, message: `${wordsOf(first)} (JSON Schema ${dialect}): correct it` }];
}

function wordsOf({ keyword, message = 'is not valid', params }: ErrorObject): string {
  const allowed: unknown = keyword === 'enum' ? params.allowedValues : undefined;
  return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message;
}

function shortened(key: Place[number]): Place[number] {
  return typeof key === 'string' && key.length > shownKey ? `${key.slice(0, shownKey)}…` : key;
}

const count = (number: number): string => number.toLocaleString('en');
