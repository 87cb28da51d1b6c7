/** The text of the changelog with its unreleased changes under the heading of a version. Throws if it lists none. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [before, changes] = changelog.split(/^## Unreleased\n/m);
  if (before === undefined || changes === undefined)
    throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  const [unreleased = ''] = changes.split(/^## /m);
  if (!/^- /m.test(unreleased)) throw new Error('CHANGELOG.md lists no changes under "## Unreleased".');
  return `${before}## Unreleased\n\n## ${version} - ${date}\n${changes}`;
}
