/** One instruction of a Dockerfile. `flags` are the words before the arguments that begin with `--`. */
export type Instruction = { name: string; flags: Record<string, string>; text: string };

/** The stages of a Dockerfile, each with its name and its instructions. Throws for an instruction without a stage. */
export function stagesOf(dockerfile: string): { name: string; steps: Instruction[] }[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { name: string; steps: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? '', steps: [] });
      continue;
    }
    const words = rest.split(/\s+/);
    const flags = Object.fromEntries(
      words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')),
    );
    const text = rest.replace(/^(--\S+\s+)*/, '');
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`an instruction before FROM: ${line}`);
    stage.steps.push({ name, flags, text });
  }
  return stages;
}
