/** The exit codes of the process. Scripts depend on them, so the meaning of a number never changes. */
export const exitCodes = {
  done: 0,
  found: 1,
  badInput: 2,
  nothingAssessed: 3,
  ourFault: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
