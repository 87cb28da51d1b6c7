import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';

/**
 * The text with which the name of the sample begins. It is repeated here from `check/sample.ts`, because that file is
 * loaded on demand.
 */
export const sampleName = 'Sample: ';

/** Offers to check the sample or, if the sample was checked, to remove it; either takes one click. */
export function SamplePanel({ hasSample }: { hasSample: boolean }) {
  return hasSample ? <RemoveSample /> : <TrySample />;
}

function TrySample() {
  const { service } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState('');
  const { run, busy, failure } = useAction(async () => {
    const { checkSample } = await import('../check/sample.ts');
    const started = await checkSample(service, setStep);
    await queryClient.invalidateQueries();
    await navigate({ to: '/projects/$projectId/runs/$runId', params: started });
  });
  return (
    <section className="empty" aria-labelledby="sample">
      <div className="sample stack">
        <h2 id="sample">New here?</h2>
        <p className="soft">
          See how it works on a sample agreement with ten rules. You can remove it with one click.
        </p>
        <Button busy={busy} onClick={() => void run()}>
          {busy ? `${step}…` : 'Check the sample'}
        </Button>
        <Problem>{failure?.text}</Problem>
      </div>
    </section>
  );
}

function RemoveSample() {
  const { service, tell } = usePage();
  const queryClient = useQueryClient();
  const { run, busy, failure } = useAction(async () => {
    const { removeSample } = await import('../check/sample.ts');
    await removeSample(service);
    tell('The sample is removed.');
    await queryClient.invalidateQueries();
  });
  return (
    <div className="sample stack">
      <Button busy={busy} onClick={() => void run()}>
        Remove the sample
      </Button>
      <Problem>{failure?.text}</Problem>
    </div>
  );
}
