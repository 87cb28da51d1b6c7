import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Failure } from '../../service/failure.ts';
import { useAction } from './use-action.ts';

type Read<Name extends string> = (field: Name) => string;
type Problems<Name extends string> = Partial<Record<Name, string>>;

/** What the `Form` around the fields needs. */
export type FormState = {
  ref: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  trouble: string | null;
};

/**
 * A form of text fields: `check` finds problems before a request is sent, and `send` sends the request. Problems are
 * returned by field, and the first field with a problem gets the focus; `field` returns what the input of a field needs. A
 * problem that concerns no field is returned as `trouble`.
 */
export function useForm<const Name extends string>(form: {
  fields: readonly Name[];
  check: (read: Read<Name>) => Problems<Name>;
  send: (read: Read<Name>) => Promise<void>;
  /** Returns problems of fields that the failure does not name itself, such as a password that the server rejected. */
  refused?: (failure: Failure) => Problems<Name>;
}) {
  const ref = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Name>>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const { run, busy } = useAction(form.send);

  function tell(found: Problems<Name>, text: string | null) {
    flushSync(() => {
      setProblems(found);
      setTrouble(text);
    });
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function submit(read: Read<Name>) {
    const found = form.check(read);
    tell(found, null);
    if (Object.keys(found).length > 0) return;
    const failure = await run(read);
    if (failure === null) return;
    const refused: Problems<Name> = form.refused?.(failure) ?? {};
    for (const field of form.fields) {
      const why = failure.fields[field];
      if (why !== undefined) refused[field] = why;
    }
    tell(refused, Object.keys(refused).length > 0 ? null : failure.text);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const sent = new FormData(event.currentTarget);
    void submit((field) => String(sent.get(field) ?? ''));
  }

  const field = (name: Name) => ({ name, problem: problems[name] });

  return { ref, onSubmit, busy, trouble, field };
}
