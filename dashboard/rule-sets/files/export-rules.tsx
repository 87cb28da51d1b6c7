import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/controls/menu.tsx';
import type { RuleSet } from '../../service/service.ts';
import type { RuleFormat } from './rule-formats.ts';

const formats: readonly [RuleFormat, string, string][] = [
  ['yaml', 'YAML', 'application/yaml'],
  ['json', 'JSON', 'application/json'],
  ['csv', 'CSV', 'text/csv'],
];

/** Saves the rule set as a file. */
export function ExportRules({ ruleSet }: { ruleSet: RuleSet }) {
  async function save(format: RuleFormat, mediaType: string) {
    const { rulesAsFile } = await import('./rule-formats.ts');
    const url = URL.createObjectURL(new Blob([rulesAsFile(ruleSet, format)], { type: mediaType }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${ruleSet.name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'rules'}.${format}`;
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Menu title="Export" look="plain">
      {(close) =>
        formats.map(([format, words, mediaType]) => (
          <Button key={format} kind="quiet" onClick={() => void save(format, mediaType).finally(close)}>
            {words}
          </Button>
        ))
      }
    </Menu>
  );
}
