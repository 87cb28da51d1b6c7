import type { AuditEntry } from '../service/service.ts';

/** What was done, by the name of the procedure or command. */
const actions: Record<string, string> = {
  'politics.create': 'Created a rule set',
  'politics.update': 'Changed a rule set',
  'politics.delete': 'Deleted a rule set',
  'projects.create': 'Created a project',
  'projects.update': 'Changed a project',
  'projects.watch': 'Changed the watched folder of a project',
  'projects.delete': 'Deleted a project',
  'runs.start': 'Started a check',
  'projects.cancel': 'Canceled a check',
  'findings.review': 'Reviewed a finding',
  'findings.unreview': 'Removed a review',
  'findings.assign': 'Assigned a finding',
  'runs.signOff': 'Signed off a check',
  'runs.withdrawSignOff': 'Withdrew a sign-off',
  'notifications.resend': 'Sent a notification again',
  'notifications.rotateWebhookKey': 'Replaced the key of a webhook',
  'files.upload': 'Uploaded a file',
  'tokens.create': 'Created an API token',
  'tokens.revoke': 'Revoked an API token',
  'workspaces.create': 'Created the workspace',
  'workspaces.rename': 'Renamed the workspace',
  'workspaces.delete': 'Deleted the workspace',
  'workspaces.setRole': 'Changed the role of a member',
  'workspaces.removeMember': 'Removed a member',
  'workspaces.setBudget': 'Set the monthly budget of the workspace',
  'workspaces.leave': 'Left the workspace',
  'workspaces.invite': 'Invited a person to the workspace',
  'workspaces.withdrawInvitation': 'Withdrew an invitation',
  'workspaces.accept': 'Joined the workspace',
  'account.signIn': 'Signed in',
  'account.signInWithProvider': 'Signed in with the account of the organization',
  'account.signUp': 'Created the account',
  'account.signOut': 'Signed out',
  'account.rename': 'Changed the name',
  'account.changePassword': 'Changed the password',
  'account.setPasswordByLink': 'Set a password with a link',
  'account.endSession': 'Ended a session',
  'account.endOtherSessions': 'Ended the other sessions',
  'people.remove': 'Deleted an account',
  'people.add': 'Created the account',
  'people.invite': 'Invited a person',
  'people.inviteAgain': 'Made a new invitation link',
  'people.setDisabled': 'Disabled or enabled a person',
  'people.setBudget': 'Set the monthly budget of a person',
  'people.disable': 'Disabled the account',
  'people.enable': 'Enabled the account',
  'people.setPassword': 'Set a password',
};

export function actionWords({ action }: AuditEntry): string {
  return actions[action] ?? action;
}

export const outcomeWords: Record<AuditEntry['outcome'], string> = {
  done: 'Done',
  refused: 'Refused',
  unknown: 'Interrupted',
};

/** Where a change came from. */
export function originWords({ origin: { via, credentialId, address } }: AuditEntry): string {
  if (via === 'command') return 'a command of the operator';
  if (via === 'watch') return 'a change in the watched folder';
  const from = address === null ? '' : ` at ${address}`;
  if (via === 'token') return `API token ${credentialId ?? ''}${from}`;
  return `${via === 'session' ? 'the dashboard' : 'a browser'}${from}`;
}
