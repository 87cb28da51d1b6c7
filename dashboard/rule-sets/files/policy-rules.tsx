import { useId, useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { FileButton } from '../../parts/controls/file-button.tsx';
import { useAction } from '../../parts/controls/use-action.ts';
import { Notice, Problem } from '../../parts/notice.tsx';
import { usePage } from '../../parts/page/page-context.ts';
import { countOf } from '../../parts/words.ts';
import type { ExtractedRules, Rule } from '../../service/service.ts';
import { type SetNotAdded, useNotAdded } from './not-added.ts';

type FoundProps = { onAdd: (rules: Rule[]) => void; setNotAdded: SetNotAdded };
type PolicyRulesProps = FoundProps & { onClose: () => void };

/** Finds the rules in a document that the user chooses, and adds those that the user selects. */
export function PolicyRules({ onClose, ...adding }: PolicyRulesProps) {
  const { service, announce } = usePage();
  const [found, setFound] = useState<ExtractedRules | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const { run, busy, failure } = useAction(async (file: File) => {
    setFound(null);
    setUnread(null);
    const { url } = await service.files.upload(file, file.name);
    const files = [{ name: file.name, type: 'document' as const, url }];
    const { data } = await service.ruleSets.extract.mutate({ files });
    const [report] = data.files;
    if (report?.status === 'failed') setUnread(`${file.name} was not read: ${report.message}`);
    else setFound(data);
    announce(`${countOf(data.rules.length, 'rule')} found`);
  });
  const headingId = useId();

  return (
    <section className="policy-rules stack" aria-labelledby={headingId}>
      <h3 id={headingId}>Rules from a policy</h3>
      <p className="below">
        Choose a policy, a standard or a contract. Every sentence that obliges, forbids or limits becomes a
        rule.
      </p>
      <div className="buttons">
        <FileButton busy={busy} onChoose={([file]) => file && void run(file)}>
          {busy ? 'Reading the document…' : 'Choose a document'}
        </FileButton>
        <Button onClick={onClose}>Close</Button>
      </div>
      <Problem>{unread ?? failure?.fields.files ?? failure?.text}</Problem>
      {found === null ? null : <FoundRules found={found} {...adding} />}
    </section>
  );
}

function FoundRules({ found, onAdd, setNotAdded }: FoundProps & { found: ExtractedRules }) {
  const { rules, leftOut, sentences, warnings } = found;
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set());
  const chosen = rules.filter((_, at) => !dropped.has(at));
  useNotAdded(chosen.length, setNotAdded);
  const select = (at: number, isChosen: boolean) =>
    setDropped((current) => {
      const next = new Set(current);
      if (isChosen) next.delete(at);
      else next.add(at);
      return next;
    });
  return (
    <>
      {warnings.map(({ code, message }) => (
        <Notice key={`${code} ${message}`} kind="care">
          {message}
        </Notice>
      ))}
      <p role="status">
        {countOf(sentences, 'normative sentence')}: {countOf(rules.length, 'rule')}, {leftOut.length} left out
      </p>
      <ul className="found-rules stack tight">
        {rules.map((rule, at) => (
          <li key={rule.id}>
            <label>
              <input
                type="checkbox"
                checked={!dropped.has(at)}
                onChange={({ target }) => select(at, target.checked)}
              />
              <span>
                <b>{rule.name}</b>
                <span>{rule.description}</span>
                <small>{rule.source ? placeOf(rule.source) : ''}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 ? (
        <details>
          <summary>Left out ({leftOut.length})</summary>
          <ul className="found-rules stack tight">
            {keyed(leftOut).map(({ key, one }) => (
              <li key={key}>
                <b>{one.reason.replaceAll('_', ' ')}</b>
                <span>{one.quote}</span>
                <small>{placeOf(one)}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {rules.length > 0 ? (
        <div className="buttons">
          <Button kind="main" busy={chosen.length === 0} onClick={() => onAdd(chosen)}>
            {chosen.length === 0 ? 'Add the selected rules' : `Add ${countOf(chosen.length, 'rule')}`}
          </Button>
          <Button onClick={() => setDropped(new Set(chosen.length > 0 ? rules.keys() : []))}>
            {chosen.length > 0 ? 'Select none' : 'Select all'}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function placeOf({ page, clause }: { page?: number | undefined; clause?: string | undefined }): string {
  return [
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(clause === undefined ? [] : [`clause ${clause}`]),
  ].join(', ');
}

/** The entries with their positions as keys, because sentences can be equal and the list never changes. */
function keyed<One>(list: readonly One[]): { key: string; one: One }[] {
  return list.map((one, at) => ({ key: String(at), one }));
}
