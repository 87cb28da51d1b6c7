import { clauses, prices } from './contract.ts';

/** The contract as a web page, which Chromium prints. */
export function contractPage(css = ''): string {
  const body = clauses
    .map(
      ({ title, paragraphs, items }) =>
        `<h2>${title}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
    )
    .join('');
  const rows = prices
    .map(([name, count, price]) => `<tr><td>${name}</td><td>${count}</td><td>${price.toFixed(2)}</td></tr>`)
    .join('');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Agreement</title><style>body{font-family:serif;font-size:12pt}${css}</style></head><body><article><h1>Agreement</h1>${body}<table border="1">${rows}</table></article></body></html>`;
}
