import { z } from 'zod';
import { AppError, emailTaken } from '../domain/errors.ts';
import { passwordLength } from './sign-in-library.ts';

const libraryErrorSchema = z.object({ body: z.object({ code: z.string() }) });

/** Calls the library and converts its errors to `AppError`. Unexpected errors stay as they are. */
export async function translated<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    const parsed = libraryErrorSchema.safeParse(error);
    throw (parsed.success && ours(parsed.data.body.code, error)) || error;
  }
}

function ours(code: string, cause: unknown): AppError | null {
  switch (code) {
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
    case 'FAILED_TO_CREATE_USER':
      return emailTaken(cause);
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new AppError('wrong_credentials', 'the email or the password is wrong', { cause });
    case 'INVALID_PASSWORD':
      return new AppError('wrong_credentials', 'the current password is wrong', { cause });
    case 'CREDENTIAL_ACCOUNT_NOT_FOUND':
      return new AppError(
        'password_not_set',
        'the account has no password to change: sign out and ask for a link to set one',
        { cause },
      );
    case 'INVALID_EMAIL':
      return invalid('email', 'must be an email address');
    case 'PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_LONG':
      return invalidPassword();
    case 'UNAUTHORIZED':
    case 'SESSION_EXPIRED':
      return new AppError('unauthenticated', 'the session has ended: sign in again', { cause });
    default:
      return null;
  }
}

export function signUpClosed(cause?: unknown): AppError {
  return new AppError('sign_up_closed', 'ask the operator for an account: proviso user add --email E', {
    cause,
  });
}

/** Throws `validation_failed` for an email that is not an address. */
export function requireEmail(email: string): void {
  if (!z.email().safeParse(email.trim()).success) throw invalid('email', 'must be an email address');
}

/** Throws `validation_failed` for a password that is too short or too long. */
export function requirePassword(password: string): void {
  const { least, most } = passwordLength;
  if (password.length < least || password.length > most) throw invalidPassword();
}

function invalidPassword(): AppError {
  const { least, most } = passwordLength;
  return invalid('password', `must have ${least} to ${most} characters`);
}

function invalid(path: string, message: string): AppError {
  return new AppError('validation_failed', `${path} ${message}`, { errors: [{ path, message }] });
}
