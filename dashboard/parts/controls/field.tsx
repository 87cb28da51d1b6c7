import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';

type FieldProps = {
  label: string;
  name: string;
  problem?: string | undefined;
  hint?: string;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'defaultValue' | 'min' | 'maxLength' | 'onChange' | 'placeholder' | 'spellCheck'
>;

/** A labelled input with space below it for a hint or a problem. */
export function Field({ label, problem, hint, ...input }: FieldProps) {
  return (
    <Labelled label={label} problem={problem} hint={hint}>
      {(wiring) => <input className="input" {...input} {...wiring} />}
    </Labelled>
  );
}

/** A password input that can show its text. */
export function PasswordField({ label, problem, hint, ...input }: FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Labelled label={label} problem={problem} hint={hint}>
      {(wiring) => (
        <div className="with-button">
          <input
            className="input"
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="button button-quiet inside"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Labelled>
  );
}

/** A labelled choice between a few options. */
export function Choice({
  label,
  name,
  options,
  value,
  hint,
  onChange,
}: {
  label: string;
  name: string;
  hint: string;
  options: readonly (readonly [value: string, words: string])[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Labelled label={label} hint={hint}>
      {(wiring) => (
        <select
          className="input"
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...wiring}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

function Labelled({
  label,
  problem,
  hint,
  children,
}: {
  label: string;
  problem?: string | undefined;
  hint?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}) {
  const id = useId();
  const below = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': below === undefined ? undefined : `${id}-below`,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      <p id={`${id}-below`} className={problem === undefined ? 'below' : 'below below-problem'}>
        {below}
      </p>
    </div>
  );
}
