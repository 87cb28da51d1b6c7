const shapes = {
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  clock: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  ban: 'M3.8 3.8l8.4 8.4M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  warning: 'M8 6.2v3.2M8 11.6v.1M8 2 14.5 13.5h-13z',
  list: 'M2.5 4h.1M2.5 8h.1M2.5 12h.1M5.5 4h8M5.5 8h8M5.5 12h8',
  file: 'M4 1.8h5l3.2 3.2v9.2H4zM9 1.8V5h3.2',
  key: 'M8.2 7.8 13.5 2.5M11 5l2 2M9 10.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
} as const;

export type IconName = keyof typeof shapes;

/** An icon beside a word with the same meaning. Screen readers skip the icon. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
