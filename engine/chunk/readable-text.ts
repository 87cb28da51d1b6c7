import { type SourceText, type Span, shownStretches } from '../model/source.ts';

/** The text of a span of a source, without the boilerplate inside the span. */
export function readableText(content: Pick<SourceText, 'text' | 'skips'>, span: Span): string {
  return shownStretches(content, span)
    .map(({ start, end }) => content.text.slice(start, end))
    .join('');
}
