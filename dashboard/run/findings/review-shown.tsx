import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../parts/controls/button.tsx';
import { ConfirmDialog } from '../../parts/controls/confirm-dialog.tsx';
import { useAction } from '../../parts/controls/use-action.ts';
import { Notice, Problem } from '../../parts/notice.tsx';
import { useMay, usePage } from '../../parts/page/page-context.ts';
import { countOf } from '../../parts/words.ts';
import { failureOf, waitMsOf } from '../../service/failure.ts';
import type { Finding } from '../../service/service.ts';
import { Correction, type Draft, decisionOf, draftOf } from './review-panel.tsx';

/** With fewer findings, the review of each one is as quick. */
const fewest = 2;
/** How many reviews are sent at a time. */
const atOnce = 8;

/** A review that this page has just saved, so that it can be undone. */
type Saved = { findingId: string; at: string };

/** Sends again what the server refused only because of too many requests in a minute, after the time that it names. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const ms = waitMsOf(error);
      if (ms === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}

/** What somebody else has reviewed, changed or taken back in the meantime stays as it is. */
function unlessChanged(error: unknown): null {
  if (failureOf(error).code !== 'precondition_failed') throw error;
  return null;
}

/** Accepts or corrects all findings that the filter shows and nobody has reviewed, and takes it back. */
export function ReviewShown({ shown }: { shown: readonly Finding[] }) {
  const { projectId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const mayReview = useMay('review');
  const [doing, setDoing] = useState<'accept' | Draft | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [done, setDone] = useState(0);
  const [saved, setSaved] = useState<readonly Saved[]>([]);
  /** How many of the last ones somebody else had reviewed in the meantime. */
  const [taken, setTaken] = useState(0);
  const open = shown.filter(({ review, label }) => review === null && label !== null);

  async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    setDone(0);
    try {
      for (let at = 0; at < items.length; at += atOnce) {
        await Promise.all(items.slice(at, at + atOnce).map((item) => patiently(() => work(item))));
        setDone(Math.min(at + atOnce, items.length));
      }
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['projects', projectId] });
    }
  }

  const save = useAction(async (draft: Draft | null) => {
    setSaved([]);
    setTaken(0);
    await each(open, async (finding) => {
      const { id: findingId, outcome } = finding;
      const given = decisionOf(finding, draft ?? { label: null, outcome, reason: 'Accepted as it is.' });
      const context = { ifNoneMatch: '*' } as const;
      const done = await service.findings.review
        .mutate({ id: projectId, findingId, ...given }, { context })
        .catch(unlessChanged);
      const at = done?.data.review?.at;
      if (at === undefined) setTaken((before) => before + 1);
      else setSaved((before) => [...before, { findingId, at }]);
    });
    announce(`${countOf(open.length, 'finding')} reviewed.`);
  });
  const undo = useAction(async () => {
    await each(saved, async ({ findingId, at }) => {
      const context = { ifMatch: `"${at}"` };
      await service.findings.unreview.mutate({ id: projectId, findingId }, { context }).catch(unlessChanged);
      setSaved((before) => before.filter((one) => one.findingId !== findingId));
    });
    announce(`${countOf(saved.length, 'review')} removed.`);
  });

  /** The button that was pressed goes away, so the focus goes to the place in which the result is shown. */
  function close() {
    flushSync(() => setDoing(null));
    box.current?.focus();
  }

  if (!mayReview || (open.length < fewest && saved.length === 0 && taken === 0)) return null;
  const [first] = open;
  const name = open.length === shown.length ? 'shown' : 'shown and not reviewed';
  return (
    <div className="review-shown" ref={box} tabIndex={-1}>
      {save.busy || undo.busy ? (
        <p role="status" className="soft">
          {countOf(done, 'finding')} done…
        </p>
      ) : null}
      {saved.length > 0 && !save.busy && !undo.busy ? (
        <p>
          {countOf(saved.length, 'finding')} reviewed.{' '}
          <Button
            kind="quiet"
            onClick={() => {
              close();
              void undo.run();
            }}
          >
            Undo
          </Button>
        </p>
      ) : null}
      {taken > 0 && !save.busy ? (
        <Notice kind="care">
          Somebody else reviewed {countOf(taken, 'finding')} in the meantime;{' '}
          {taken === 1 ? 'it stays' : 'they stay'} as reviewed.
        </Notice>
      ) : null}
      {open.length < fewest || save.busy || undo.busy ? null : (
        <div className="buttons">
          <Button kind="quiet" onClick={() => setDoing('accept')}>
            Accept the {open.length} {name}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              flushSync(() => setDoing(first === undefined ? null : draftOf(first)));
              form.current?.querySelector('select')?.focus();
            }}
          >
            Correct them
          </Button>
        </div>
      )}
      {doing === 'accept' ? (
        <ConfirmDialog
          title={`Accept ${countOf(open.length, 'finding')}?`}
          confirmWords="Accept them"
          cancelWords="Cancel"
          onConfirm={async () => {
            close();
            await save.run(null);
          }}
          onCancel={() => setDoing(null)}
        >
          Your name and the time are recorded for each. You can undo it afterwards.
        </ConfirmDialog>
      ) : null}
      {doing !== null && doing !== 'accept' ? (
        <Correction
          ref={form}
          findings={open}
          draft={doing}
          busy={save.busy}
          onChange={setDoing}
          onSave={async () => {
            close();
            await save.run(doing);
          }}
          onCancel={close}
        />
      ) : null}
      <Problem>{save.failure?.text ?? undo.failure?.text}</Problem>
    </div>
  );
}
