import type { Finding } from '../../service/service.ts';

type Subject = { key: string; name: string };
type Rule = Finding['rule'];

export type Grid = {
  subjects: Subject[];
  rules: Rule[];
  cell(subject: string, rule: string): Finding | undefined;
};

/** Arranges findings by subject and rule, for the files and rules whose names contain the given words. */
export function gridOf(findings: readonly Finding[], search: { files: string; rules: string }): Grid {
  const subjects = new Map<string, Subject>();
  const rules = new Map<string, Rule>();
  const cells = new Map<string, Finding>();
  for (const finding of findings) {
    const subject = subjectOf(finding);
    subjects.set(subject.key, subject);
    rules.set(finding.rule.key, finding.rule);
    cells.set(`${subject.key} ${finding.rule.key}`, finding);
  }
  const contains = (text: string, words: string) => text.toLowerCase().includes(words.trim().toLowerCase());
  return {
    subjects: [...subjects.values()].filter(({ name }) => contains(name, search.files)),
    rules: [...rules.values()].filter(({ name, description }) =>
      contains(`${name}\n${description}`, search.rules),
    ),
    cell: (subject, rule) => cells.get(`${subject} ${rule}`),
  };
}

function subjectOf({ subject }: Finding): Subject {
  return subject.kind === 'file'
    ? { key: String(subject.fileIndex), name: subject.name }
    : { key: 'all', name: 'All files together' };
}
