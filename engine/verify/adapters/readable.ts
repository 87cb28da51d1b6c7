import { z } from 'zod';

/** Reads each value of a list on its own, so that one of an unknown form does not hide the others. */
export function readEach<Value>(
  schema: z.ZodType<Value>,
  values: readonly unknown[],
): ({ value: Value; given: unknown } | { problem: string; given: unknown })[] {
  return values.map((given) => {
    const { data, error } = schema.safeParse(given);
    if (error === undefined) return { value: data, given };
    const [issue] = error.issues;
    const where = issue?.path.map(String).join('.');
    return { problem: where ? `${where}: ${issue?.message}` : (issue?.message ?? error.message), given };
  });
}

/** The values of a list that have the form of a schema; the others are left out. */
export function readable<Value>(schema: z.ZodType<Value>, values: readonly unknown[]): Value[] {
  return readEach(schema, values).flatMap((one) => ('value' in one ? [one.value] : []));
}

const typed = z.looseObject({ type: z.string() });

/** The type that a part of an answer names; undefined if it names none. */
export function typeOf(part: unknown): string | undefined {
  return typed.safeParse(part).data?.type;
}

/** The warning about a citation that could not be read. */
export function unreadCitation(type: string | undefined, problem: string | null): string {
  const named = type === undefined ? 'an unknown type' : `the type ${type}`;
  const why = problem === null ? '' : ` (${problem})`;
  return `A citation of ${named} could not be read and was not verified${why}.`;
}
