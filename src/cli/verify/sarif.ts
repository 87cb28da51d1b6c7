import type { Verdict, Verification, VerifiedCitation } from '../../../engine/model/verification.ts';
import { clean } from '../../services/report/clean.ts';
import { sarifLog } from '../../services/report/formats/sarif-log.ts';
import { namedPlace, verdictOrder, verdictSigns } from './verdict-words.ts';

const descriptions: Record<Verdict, string> = {
  exact: 'The quote is at the named place, character for character.',
  typography: 'The words are at the named place; only typography differs.',
  wrong_page: 'The words are in the named source, but not on the named page.',
  wrong_source: 'The words are not in the named source, but in another one.',
  altered: 'No source has the quote word for word; the words of one place or of several places were changed.',
  not_found: 'No source that was read has the words of the quote, and no altered form of them was found.',
  unreadable: 'The named source or page, or a place where the quote can be, was not read.',
};
const claimRule = { id: 'claim_differs', text: 'The claim differs from the words of its quote.' };

/** The verification as SARIF 2.1.0. Each citation that does not pass is a result; the rule is its verdict. */
export function verificationSarif({ citations, warnings }: Verification): string {
  return sarifLog({
    tool: {
      driver: {
        name: 'Proviso verify',
        rules: [
          ...verdictOrder.map((id) => ({ id, shortDescription: { text: descriptions[id] } })),
          { id: claimRule.id, shortDescription: { text: claimRule.text } },
        ],
      },
    },
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: warnings.map(({ code, message }) => ({
          descriptor: { id: code },
          level: 'warning',
          message: { text: clean(message) },
        })),
      },
    ],
    results: citations.filter(({ passes }) => !passes).map(resultOf),
  });
}

function resultOf(citation: VerifiedCitation) {
  const { id, given, verdict, detail, found, changes } = citation;
  const isClaim = verdict === 'exact' || verdict === 'typography';
  const word = isClaim ? claimRule.text : verdictSigns[verdict].word;
  const location = locationOf(citation);
  return {
    ruleId: isClaim ? claimRule.id : verdict,
    level: verdict === 'unreadable' ? 'warning' : 'error',
    message: { text: clean(`Citation ${id} (${namedPlace(citation)}): ${word}. ${detail}`) },
    ...(location && { locations: [location] }),
    partialFingerprints: { citation: id },
    properties: { quote: given.quote, ...(found && { found: found.locator }), ...(changes && { changes }) },
  };
}

function locationOf({ given, found }: VerifiedCitation) {
  const uri = found ? found.link : given.source;
  if (uri === undefined) return null;
  const lines = found?.locator.kind === 'lines' ? found.locator : null;
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(uri.replace(/#.*$/s, '')) },
      ...(lines && { region: { startLine: lines.from, endLine: lines.to } }),
    },
  };
}
