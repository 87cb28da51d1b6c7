import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/controls/menu.tsx';
import type { RuleSet } from '../../service/service.ts';
import type { RuleFormat } from './rule-formats.ts';

const formats = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
  ['yaml', 'YAML'],
  ['json', 'JSON'],
] as const;

/** Saves the rule set as a file. */
export function ExportRules({ ruleSet }: { ruleSet: RuleSet }) {
  async function save(format: RuleFormat | 'xlsx') {
    const file =
      format === 'xlsx'
        ? await (await import('./workbook.ts')).rulesAsWorkbook(ruleSet)
        : new Blob([(await import('./rule-formats.ts')).rulesAsFile(ruleSet, format)]);
    const url = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = url;
    link.download = `${ruleSet.name.replace(/[\\/:*?"<>|\p{C}]+/gu, ' ').trim() || 'rules'}.${format}`;
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Menu title="Export" look="plain">
      {(close) =>
        formats.map(([format, words]) => (
          <Button key={format} kind="quiet" onClick={() => void save(format).finally(close)}>
            {words}
          </Button>
        ))
      }
    </Menu>
  );
}
