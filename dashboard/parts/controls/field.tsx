import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';

type Words = { label: string; problem?: string | undefined; hint?: string };

type FieldProps = Words &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'name'
    | 'type'
    | 'value'
    | 'defaultValue'
    | 'readOnly'
    | 'min'
    | 'step'
    | 'maxLength'
    | 'autoComplete'
    | 'spellCheck'
    | 'onChange'
  >;

/** A labelled input with space below it for a hint or a problem. */
export function Field({ label, problem, hint, ...input }: FieldProps) {
  return (
    <Labelled label={label} problem={problem} hint={hint}>
      {(wiring) => <input className="input" {...input} {...wiring} />}
    </Labelled>
  );
}

/** A labelled input of several lines. */
export function LongField({ label, problem, hint, ...input }: LongFieldProps) {
  return (
    <Labelled label={label} problem={problem} hint={hint}>
      {(wiring) => <textarea className="input" {...input} {...wiring} />}
    </Labelled>
  );
}

type LongFieldProps = Words &
  Pick<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'rows' | 'value' | 'placeholder' | 'maxLength' | 'onChange'
  >;

/** A password input that can show its text. A new password gets a hint. */
export function PasswordField({ label, problem, ...input }: Omit<FieldProps, 'hint'>) {
  const [shown, setShown] = useState(false);
  const hint = input.autoComplete === 'new-password' ? '8 characters or more; longer is better.' : undefined;
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
export function Choice({ label, name, options, value, problem, hint, onChange }: ChoiceProps) {
  return (
    <Labelled label={label} problem={problem} hint={hint}>
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

type ChoiceProps = Words & {
  name?: string;
  options: readonly (readonly [value: string, words: string])[];
  value: string;
  onChange: (value: string) => void;
};

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
    <div className="field stack">
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
