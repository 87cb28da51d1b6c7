import type { DocumentedApi, Schema } from './document.ts';
import { escaped } from './html.ts';

/**
 * Named schemas are shown with their fields up to this depth. A deeper schema is shown by its name only, because some
 * schemas are recursive.
 */
const maxDepth = 5;

/** Returns the fields of a schema as nested HTML lists. */
export function fieldsOf(api: DocumentedApi, schema: Schema, depth = 0): string {
  const { schema: found } = resolved(api, schema);
  const objects = found.properties
    ? [found]
    : (found.anyOf ?? found.oneOf ?? []).map((one) => resolved(api, one).schema);
  const lists = objects.filter(({ properties }) => properties).map((one) => fieldList(api, one, depth));
  return [...new Set(lists)].join('<p class="or">or</p>');
}

function fieldList(api: DocumentedApi, { properties = {}, required = [] }: Schema, depth: number): string {
  const items = Object.entries(properties).map(([name, field]) => {
    const { description } = { ...resolved(api, field).schema, ...field };
    const below = depth < maxDepth ? fieldsOf(api, inner(api, field), depth + 1) : '';
    return `<li><code>${escaped(name)}</code> <small>${escaped(typeOf(api, field))}${required.includes(name) ? '' : ', optional'}</small>
${description ? `<span>${escaped(description)}</span>` : ''}${below}</li>`;
  });
  return `<ul class="fields">${items.join('')}</ul>`;
}

function inner(api: DocumentedApi, field: Schema): Schema {
  const { schema } = resolved(api, field);
  return schema.items ?? schema;
}

function typeOf(api: DocumentedApi, field: Schema): string {
  const { schema, name } = resolved(api, field);
  if (name !== null) return name;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `${schema.items ? typeOf(api, schema.items) : 'any'}[]`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(api, choice)))].join(' | ');
  return [schema.type ?? 'any'].flat().join(' | ');
}

function resolved(api: DocumentedApi, schema: Schema): { schema: Schema; name: string | null } {
  const name = schema.$ref?.split('/').at(-1) ?? null;
  const found = name === null ? undefined : api.components.schemas[name];
  return found ? { schema: found, name } : { schema, name };
}
