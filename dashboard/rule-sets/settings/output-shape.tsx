import { useId, useState } from 'react';
import type { previewOutput } from '../../../engine/shape/preview.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Problem } from '../../parts/notice.tsx';
import type { Rule } from '../../service/service.ts';
import { type Content, outputShapeOf } from '../draft.ts';

type OutputShapeProps = { text: string; rules: readonly Rule[]; onChange: (text: string) => void };

const example = `{
  "summary": "in one line",
  "violations": [{ "rule": "its name", "page": 1, "quote": "the words" }]
}`;

/** The JSON shape in which results are returned, with a preview of an output in this shape. */
export function OutputShape({ text, rules, onChange }: OutputShapeProps) {
  const id = useId();
  const shape = outputShapeOf(text);
  return (
    <>
      <div className="field stack">
        <label htmlFor={id}>JSON Schema, or an example object</label>
        <textarea
          id={id}
          className="input code-input"
          rows={5}
          value={text}
          spellCheck={false}
          placeholder={example}
          aria-invalid={'problem' in shape || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <Problem>{'problem' in shape ? shape.problem : null}</Problem>
      {'problem' in shape || shape.value === null ? (
        <div className="buttons">
          {text.trim() === '' ? (
            <Button onClick={() => onChange(example)}>Start with an example</Button>
          ) : null}
        </div>
      ) : (
        <Preview
          key={`${text} ${rules.map(({ name }) => name).join('\n')}`}
          shape={shape.value}
          rules={rules}
        />
      )}
    </>
  );
}

type PreviewProps = { shape: NonNullable<Content['outputFormat']>; rules: readonly Rule[] };
type OutputPreview = ReturnType<typeof previewOutput>;

/** Created on request, because the code that shapes outputs is loaded only then. */
function Preview({ shape, rules }: PreviewProps) {
  const [preview, setPreview] = useState<OutputPreview | null>(null);
  if (preview === null) {
    return (
      <div className="buttons">
        <Button
          onClick={() =>
            void import('../../../engine/shape/preview.ts').then(({ previewOutput }) =>
              setPreview(previewOutput(shape, rules)),
            )
          }
        >
          Preview the output
        </Button>
      </div>
    );
  }
  if ('problem' in preview)
    return <Problem>{`The output cannot have this shape: ${preview.problem}`}</Problem>;
  const gaps = Object.entries(preview.gaps);
  return (
    <figure className="preview stack tight">
      <figcaption className="soft">
        A result would look like this. The values are placeholders for what your documents say.
      </figcaption>
      <pre className="code">
        <code>{JSON.stringify(preview.output, null, 2)}</code>
      </pre>
      {gaps.length === 0 ? null : (
        <ul className="preview-gaps">
          {gaps.map(([pointer, reason]) => (
            <li key={pointer}>
              <code>{pointer.slice(1).replaceAll('/', ' › ')}</code> stays null: {reason}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
