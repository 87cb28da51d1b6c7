import { useSearch } from '@tanstack/react-router';
import { reportFormatNames, reportFormats } from '../../src/services/report/formats.ts';
import { Menu } from '../parts/controls/menu.tsx';
import { inWorkspace } from '../parts/page/chosen-workspace.ts';
import type { Run } from '../service/service.ts';

type ReportMenuProps = { projectId: string; run: Run };

/** Links that download the findings that are shown, one for each format of reports, and the run as a signed bundle. */
export function ReportMenu({ projectId, run }: ReportMenuProps) {
  const { outcome, label, reviewed, severity, tag, rule, file, text, assignee } = useSearch({
    from: '/projects/$projectId/runs/$runId',
  });
  const chosen = { outcome, label, reviewed, severity, tag, ruleKey: rule, fileIndex: file, text };
  const query = new URLSearchParams({ runId: run._id });
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const isFiltered = Object.values(chosen).some((value) => value !== undefined);
  const links = reportFormatNames.map((format) => ({
    ...reportFormats[format],
    href: `/v1/projects/${projectId}/report?format=${format}&${query}`,
  }));
  const bundle = {
    title: 'Signed bundle',
    purpose: 'the whole run, which anybody can verify offline',
    href: `/v1/projects/${projectId}/bundle?runId=${run._id}`,
  };
  return (
    // A report does not select findings by their assignee.
    <Menu
      title={`Export the ${isFiltered && !assignee ? 'shown ' : ''}findings${assignee ? ' of everybody' : ''}`}
      look="quiet"
    >
      {(close) =>
        [...links, bundle].map(({ title, purpose, href }) => (
          <a key={title} className="menu-link" href={inWorkspace(href)} download onClick={close}>
            <b>{title}</b> <span className="soft">{purpose}</span>
          </a>
        ))
      }
    </Menu>
  );
}
