import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { openListener } from '../../../../src/http/listener.ts';

it('a server that stops closes a connection that has never sent anything, and answers an active request first', async () => {
  const listener = await openListener(0, '127.0.0.1');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    listener.serve((_, response) => {
      answer = () => void response.end('answered');
      resolve();
    });
  });
  const unused = connect(listener.port, '127.0.0.1').resume();
  await once(unused, 'connect');
  const active = fetch(`http://127.0.0.1:${listener.port}/`);
  await asked;
  const stopped = listener.close(3_600_000);
  await once(unused, 'close');
  answer();
  expect(await (await active).text()).toBe('answered');
  await stopped;
});
