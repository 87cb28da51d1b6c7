import { useRef } from 'react';
import type { RuleSet } from '../../service/service.ts';
import type { RuleFormat } from './rule-formats.ts';

const formats: readonly [RuleFormat, string, string][] = [
  ['yaml', 'YAML', 'application/yaml'],
  ['json', 'JSON', 'application/json'],
  ['csv', 'CSV', 'text/csv'],
];

/** Saves the rule set as a file. */
export function ExportRules({ ruleSet }: { ruleSet: RuleSet }) {
  const menu = useRef<HTMLDetailsElement>(null);

  async function save(format: RuleFormat, mediaType: string) {
    const { rulesAsFile } = await import('./rule-formats.ts');
    const url = URL.createObjectURL(new Blob([rulesAsFile(ruleSet, format)], { type: mediaType }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${ruleSet.name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'rules'}.${format}`;
    link.click();
    URL.revokeObjectURL(url);
    if (menu.current) menu.current.open = false;
  }

  return (
    <details ref={menu} className="menu">
      <summary className="button button-plain">Export</summary>
      <div className="menu-list">
        {formats.map(([format, words, mediaType]) => (
          <button
            key={format}
            type="button"
            className="button button-quiet"
            onClick={() => void save(format, mediaType)}
          >
            {words}
          </button>
        ))}
      </div>
    </details>
  );
}
