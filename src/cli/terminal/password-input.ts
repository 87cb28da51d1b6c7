import { createInterface } from 'node:readline';
import { badInput } from './ending.ts';

/**
 * Reads a password. At a terminal the user types it twice without echo; otherwise it is the first line of standard
 * input.
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const password = await typed('Password: ');
  if ((await typed('Once more: ')) !== password) throw badInput('the two passwords are not the same');
  return password;
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  throw badInput('send the password on standard input, or run the command in a terminal');
}

/** Reads a line from the terminal without echo. Ctrl-C and Ctrl-D end the command. */
function typed(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let text = '';
    const done = (end: () => void) => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      end();
    };
    const onData = (data: string) => {
      for (const letter of data) {
        if (letter === '\r' || letter === '\n') return done(() => resolve(text));
        if (letter === '\u0003' || letter === '\u0004')
          return done(() => reject(badInput('nothing was changed')));
        text =
          letter === '\u007f' || letter === '\b' ? Array.from(text).slice(0, -1).join('') : text + letter;
      }
    };
    stdin.on('data', onData);
  });
}
