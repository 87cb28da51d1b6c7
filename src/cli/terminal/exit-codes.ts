/** The exit codes of the process. Scripts rely on them: a number never changes its meaning. */
export const exitCodes = {
  done: 0,
  found: 1,
  badInput: 2,
  nothingAssessed: 3,
  ourFault: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
