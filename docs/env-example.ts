import { settingsSchema } from '../src/config/settings.ts';
import { aboutOf } from '../src/config.ts';

/** The text of `.env.example`: every setting with its meaning, allowed values and default. */
export function environmentExample(): string {
  const entries = Object.keys(settingsSchema.shape).map((name) => {
    const { about, allowed, fallback } = aboutOf(name);
    return `# ${about}\n# Allowed: ${allowed}.\n${name}=${fallback}\n`;
  });
  return `# Every setting of Proviso with its default. Copy to .env and change what you need.\n\n${entries.join('\n')}`;
}
