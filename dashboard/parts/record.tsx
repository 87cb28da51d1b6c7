import type { ReactNode } from 'react';

type RecordProps = {
  name: string;
  marks?: ReactNode;
  /** What is known about the record, by the word for it. */
  facts: Readonly<Record<string, ReactNode>>;
  /** The words of facts that need a line of their own. */
  wide?: readonly string[];
  children?: ReactNode;
};

/** A record in a list: its name and marks, what is known about it, and what a person can do with it. */
export function RecordEntry({ name, marks, facts, wide = [], children }: RecordProps) {
  return (
    <li className="token">
      <div className="line">
        <h3>{name}</h3>
        {marks}
      </div>
      <dl>
        {Object.entries(facts).map(([word, value]) => (
          <div key={word} className={wide.includes(word) ? 'wide' : undefined}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  );
}
