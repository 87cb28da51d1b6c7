import { Button } from '../parts/controls/button.tsx';
import { type CheckInput, inputKey } from './inputs.ts';

type InputListProps<Input extends CheckInput> = {
  inputs: readonly Input[];
  /** What is wrong with an input, by its key. */
  problems?: ReadonlyMap<string, string>;
  onChange: (inputs: Input[]) => void;
};

/** What is going to be checked. Each entry can be removed. */
export function InputList<Input extends CheckInput>({ inputs, problems, onChange }: InputListProps<Input>) {
  return (
    <ul className="inputs">
      {inputs.map((input) => {
        const key = inputKey(input);
        const problem = problems?.get(key);
        return (
          <li key={key} className="line">
            <span>{input.name}</span>
            <span className="soft">{sizeOf(input)}</span>
            <Button
              kind="quiet"
              label={`Remove ${input.name}`}
              onClick={() => onChange(inputs.filter((one) => one !== input))}
            >
              Remove
            </Button>
            {problem === undefined ? null : <span className="below-problem input-problem">{problem}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function sizeOf(input: CheckInput): string {
  if (input.kind === 'link') return 'link';
  const bytes = input.kind === 'file' ? input.file.size : new Blob([input.content]).size;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
