import { errorKinds } from '../../src/domain/errors.ts';
import type { DocumentedApi, Operation } from './document.ts';
import { escaped, paragraphs } from './html.ts';
import { fieldsOf } from './schema.ts';

/**
 * Returns the API reference as one HTML page without scripts. The page has every operation with its fields and
 * responses, and every error code.
 */
export function referencePage(api: DocumentedApi): string {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const groups = tags.map((tag) => ({
    tag,
    operations: operations.filter(({ operation }) => operation.tags?.includes(tag)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(api.info.title)} API</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="stylesheet" href="docs/style.css">
</head>
<body>
<nav aria-label="Contents">
<p><strong>${escaped(api.info.title)} API</strong> ${escaped(api.info.version)}</p>
${groups.map(({ tag, operations }) => `<h2>${escaped(tag)}</h2><ul>${operations.map(contentsEntry).join('')}</ul>`).join('\n')}
<h2>more</h2><ul><li><a href="#errors">Errors</a></li><li><a href="openapi.json">openapi.json</a></li></ul>
</nav>
<main>
<h1>${escaped(api.info.title)} API</h1>
${paragraphs(api.info.description)}
${groups.map(({ tag, operations }) => `<h2>${escaped(tag)}</h2>${operations.map((one) => section(api, one)).join('')}`).join('\n')}
${errorTable()}
</main>
</body>
</html>
`;
}

type Entry = { path: string; method: string; operation: Operation };

function contentsEntry({ path, method, operation }: Entry): string {
  return `<li><a href="#${escaped(operation.operationId)}"><b>${method}</b> ${escaped(path)}</a></li>`;
}

function section(api: DocumentedApi, { path, method, operation }: Entry): string {
  const parameters = operation.parameters ?? [];
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return `<section id="${escaped(operation.operationId)}">
<h3><b>${method}</b> <code>/v1${escaped(path)}</code></h3>
<p>${escaped(operation.summary)}</p>
${operation.description ? paragraphs(operation.description) : ''}
${
  parameters.length === 0
    ? ''
    : `<h4>Parameters</h4><dl>${parameters
        .map(
          ({ name, in: place, description = '', required }) =>
            `<dt><code>${escaped(name)}</code> <small>${place}${required ? ', required' : ''}</small></dt><dd>${escaped(description)}</dd>`,
        )
        .join('')}</dl>`
}
${bodies.map(([type, { schema }]) => `<h4>Body <small>${escaped(type)}</small></h4>${fieldsOf(api, schema)}`).join('')}
<h4>Answers</h4>
<dl>${Object.entries(operation.responses)
    .map(
      ([status, answer]) =>
        `<dt><b>${status}</b></dt><dd>${withCodes(answer.description)}${bodyOf(api, answer)}</dd>`,
    )
    .join('')}</dl>
</section>`;
}

function bodyOf(api: DocumentedApi, { content }: Operation['responses'][string]): string {
  const schema = content?.['application/json']?.schema;
  return schema ? `<details><summary>Fields</summary>${fieldsOf(api, schema)}</details>` : '';
}

/** Turns each error code, which is in backticks, into a link to the description of the error. */
function withCodes(description: string): string {
  return escaped(description).replace(/`([a-z_]+)`/g, '<a href="#error-$1"><code>$1</code></a>');
}

function errorTable(): string {
  const rows = Object.entries(errorKinds).map(
    ([code, { status, title }]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${escaped(title)}</td></tr>`,
  );
  return `<h2 id="errors">errors</h2><p>Every error is a problem as in RFC 9457: its <code>code</code> stays the same, its
<code>detail</code> says what was wrong and where, and <code>errors</code> names every field.</p>
<table><thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
