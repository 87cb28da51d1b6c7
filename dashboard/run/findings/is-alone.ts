/** Whether the list and the open finding take turns, as on a phone, where they do not fit beside each other. */
export function isAlone(): boolean {
  return matchMedia('(max-width: 60rem)').matches;
}
