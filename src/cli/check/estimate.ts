import type { Estimate } from '../../../engine/index.ts';
import type { Format } from './options.ts';

/** Formats an estimate as JSON if `format` is `json`, otherwise as a text for people. */
export function estimateText(estimate: Estimate, model: string, format: Format): string {
  if (format === 'json') return `${JSON.stringify({ model, ...estimate }, null, 2)}\n`;
  const { checks, least, most, files } = estimate;
  const failed = files.filter(({ status }) => status === 'failed').length;
  const range = (one: number, other: number): string =>
    one === other ? one.toLocaleString('en') : `${one.toLocaleString('en')} to ${other.toLocaleString('en')}`;
  return [
    `${checks} checks of ${files.length} files by ${model}${failed > 0 ? ` (${failed} files can't be read)` : ''}`,
    `calls          ${range(least.calls, most.calls)}`,
    `input tokens   about ${range(least.inputTokens, most.inputTokens)}`,
    `output tokens  about ${range(least.outputTokens, most.outputTokens)}`,
    ...(least.cost === undefined || most.cost === undefined
      ? []
      : [`cost           about ${money(least.cost)} to ${money(most.cost)}, by MODEL_PRICES`]),
    'Nothing was sent. The lower figures apply if the first call for each rule is enough.',
    '',
  ].join('\n');
}

/** Rounds to three significant figures, so that amounts below a cent do not become 0. */
function money(amount: number): string {
  return amount.toLocaleString('en', { maximumSignificantDigits: 3 });
}
