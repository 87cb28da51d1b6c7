import { placeWords } from '../../src/domain/place-words.ts';
import { plain, stanceWords } from '../parts/words.ts';
import type { Citation } from '../service/service.ts';

/** Quotes of the sources, each with a link that opens its place in the file. */
export function Quotes({ citations }: { citations: readonly Citation[] }) {
  return (
    <ul className="quotes">
      {citations.map((citation) => (
        <li key={`${citation.source.role} ${citation.source.fileIndex} ${citation.start} ${citation.end}`}>
          <blockquote>{citation.quote}</blockquote>
          <p className="soft">
            <Place citation={citation} />
            <Remarks citation={citation} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Place({ citation: { source, locator, link } }: { citation: Citation }) {
  const words = `${source.name}, ${placeWords(locator)}`;
  return /^https?:/.test(link) ? (
    <a href={link} rel="noreferrer">
      {words}
    </a>
  ) : (
    words
  );
}

function Remarks({ citation: { stance, method, match, hidden } }: { citation: Citation }) {
  const remarks = [
    stanceWords[stance],
    hidden ? plain('hidden_text') : null,
    method === 'text' ? null : `read by ${method === 'ocr' ? 'OCR' : method}`,
    match === 'approximate' ? plain('approximate_match') : null,
  ].filter((remark) => remark !== null);
  return remarks.length > 0 ? `: ${remarks.join('; ')}` : null;
}
