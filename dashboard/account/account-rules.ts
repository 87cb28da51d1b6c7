/** Checks the fields of an account form before a request is sent. The server checks them again. */

export function emailProblem(email: string): { email?: string } {
  if (email.trim() === '') return { email: 'Enter your email.' };
  return isEmail(email) ? {} : { email: 'An email looks like name@example.org.' };
}

/** The same for the email of another person, whom the form invites. */
export function invitedEmailProblem(email: string): { email?: string } {
  return isEmail(email) ? {} : { email: 'Enter an email such as name@example.org.' };
}

function isEmail(text: string): boolean {
  return /^\S+@\S+$/.test(text.trim());
}

export function newPasswordProblem(password: string): string | undefined {
  if (password === '') return 'Choose a password.';
  if (password.length < 8) return 'Choose one with at least 8 characters.';
  return password.length > 128 ? 'Choose one with at most 128 characters.' : undefined;
}
