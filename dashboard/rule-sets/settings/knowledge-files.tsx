import { useId, useState } from 'react';
import { Button } from '../../parts/controls/button.tsx';
import { FileButton } from '../../parts/controls/file-button.tsx';
import { useAction } from '../../parts/controls/use-action.ts';
import { Problem } from '../../parts/notice.tsx';
import { usePage } from '../../parts/page/page-context.ts';
import type { RuleSet } from '../../service/service.ts';
import { EntryList } from './entry-list.tsx';

type KnowledgeFile = RuleSet['knowledgeFiles'][number];
type KnowledgeFilesProps = {
  files: readonly KnowledgeFile[];
  onChange: (change: (files: KnowledgeFile[]) => KnowledgeFile[]) => void;
};

/** The policies, standards and laws that the rules are based on: uploaded, or linked. */
export function KnowledgeFiles({ files, onChange }: KnowledgeFilesProps) {
  const { service } = usePage();
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const { run, busy, failure } = useAction(async (chosen: readonly File[]) => {
    for (const file of chosen) {
      const { url, name, type: mediaType, size } = await service.files.upload(file, file.name);
      const type = typeOf(mediaType);
      if (type === null) setProblem(`${file.name} was not added: a knowledge file is a PDF or a Word file.`);
      else onChange((current) => [...current, { url, type, name, size }]);
    }
  });

  function addLink() {
    const read = linkedFile(link.trim());
    setProblem(read.problem);
    if (read.problem !== null) return;
    onChange((current) => [...current, read.file]);
    setLink('');
  }

  return (
    <>
      <EntryList
        entries={files.map(({ name, url }) => ({ words: name, href: url }))}
        onRemove={(index) => onChange((current) => current.filter((_, at) => at !== index))}
      />
      <div className="add-entry line">
        <FileButton
          what="files"
          accept=".pdf,.docx,.doc"
          busy={busy}
          onChoose={(files) => {
            setProblem(null);
            void run(files);
          }}
        >
          {busy ? 'Uploading…' : 'Add PDF or Word files'}
        </FileButton>
        <label htmlFor={id}>or a link</label>
        <input
          id={id}
          className="input"
          type="url"
          placeholder="https://example.org/policy.pdf"
          value={link}
          autoComplete="off"
          onChange={(event) => setLink(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            addLink();
          }}
        />
        <Button onClick={addLink}>Add the link</Button>
      </div>
      <Problem>{problem ?? failure?.text}</Problem>
    </>
  );
}

/** The API's type of an uploaded knowledge file; null for a file that cannot be one. */
function typeOf(mediaType: string): KnowledgeFile['type'] | null {
  if (mediaType === 'application/pdf') return 'pdf';
  return /msword|wordprocessingml/.test(mediaType) ? 'word' : null;
}

/** The service checks the link itself when the rule set is saved, and detects the type when it reads the file. */
function linkedFile(link: string): { file: KnowledgeFile; problem: null } | { problem: string } {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) {
    return { problem: 'Enter a link that begins with https:// or http://.' };
  }
  const { hostname, pathname } = new URL(link);
  const last = pathname.split('/').filter(Boolean).at(-1) ?? hostname;
  const type = /\.docx?$/i.test(pathname) ? 'word' : 'pdf';
  return { file: { url: link, type, name: decoded(last) }, problem: null };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
