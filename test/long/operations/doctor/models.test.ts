import { createServer } from 'node:http';
import { afterAll, describe, it } from 'vitest';
import { listening } from '../../../support/listening.ts';
import {
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../../support/model-server/model-server.ts';
import { expectFoundAndMended, type PlantedFault } from './planted-fault.ts';

const hourMs = 3_600_000;
const working: ModelScript = {
  chat: ({ model, messages }) => {
    if (model === 'unknown') return { status: 404, message: 'The model unknown does not exist' };
    if (model === 'blind' && messages.some(({ images }) => images.length > 0))
      return { status: 400, message: 'This model does not support pictures' };
    return { text: 'yes' };
  },
  embed: () => [1, 0],
  transcribe: () => ({ text: '', segments: [] }),
};

let model: ModelServer;
/** Accepts only the key `right`. Its clock is `skewMs` ahead. */
const keyed = createServer((request, answer) => {
  answer.setHeader('date', new Date(Date.now() + skewMs).toUTCString());
  answer.setHeader('content-type', 'application/json');
  if (request.headers.authorization !== 'Bearer right')
    return answer.writeHead(401).end('{"error":{"message":"Incorrect API key"}}');
  return answer.end(
    '{"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"yes"}}]}',
  );
});
let skewMs = 0;

model = await startModelServer(working);
const chatOnly = await startModelServer({ chat: () => ({ text: 'yes' }) });
const keyedUrl = `http://127.0.0.1:${await listening(keyed)}/v1`;
afterAll(async () => {
  await Promise.all([model.close(), chatOnly.close()]);
  keyed.close();
});

const faults: PlantedFault[] = [
  {
    fault: 'a model of OpenAI has no key',
    part: 'model',
    advice: /OPENAI_API_KEY is not set.*Set OPENAI_API_KEY, or set OPENAI_BASE_URL/,
    plant: () => ({ MODEL: 'gpt' }),
    mend: (_, planted) => ({ ...planted, OPENAI_BASE_URL: model.url }),
  },
  {
    fault: 'the model server refuses the key',
    part: 'model',
    advice: /Set OPENAI_API_KEY to a key that the server accepts/,
    plant: () => ({ MODEL: 'gpt', OPENAI_BASE_URL: keyedUrl, OPENAI_API_KEY: 'wrong' }),
    mend: (_, planted) => ({ ...planted, OPENAI_API_KEY: 'right' }),
  },
  {
    fault: 'no model server listens',
    part: 'model',
    advice: /could not be reached.*Start the server, or set OPENAI_BASE_URL to its address/,
    plant: () => ({ MODEL: 'gpt', OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' }),
    mend: (_, planted) => ({ ...planted, OPENAI_BASE_URL: model.url }),
  },
  {
    fault: 'the server does not know the model',
    part: 'model',
    advice: /Correct MODEL: the server may not know this name/,
    plant: () => ({ MODEL: 'unknown', OPENAI_BASE_URL: model.url }),
    mend: (_, planted) => ({ ...planted, MODEL: 'known' }),
  },
  {
    fault: 'the model for pictures does not accept pictures',
    part: 'model for pictures',
    advice: /does not support pictures.*Correct VISION_MODEL/,
    plant: () => ({ VISION_MODEL: 'blind', OPENAI_BASE_URL: model.url }),
    mend: (_, planted) => ({ ...planted, VISION_MODEL: 'seeing' }),
  },
  {
    fault: 'the server cannot transcribe',
    part: 'transcription',
    advice: /answered 404\. Check TRANSCRIPTION_MODEL, OPENAI_BASE_URL and OPENAI_API_KEY/,
    plant: () => ({ TRANSCRIPTION_MODEL: 'listening', OPENAI_BASE_URL: chatOnly.url }),
    mend: (_, planted) => ({ ...planted, OPENAI_BASE_URL: model.url }),
  },
  {
    fault: 'the server has no embedding model of this name',
    part: 'embeddings',
    advice: /Correct EMBEDDING_MODEL/,
    plant: () => ({ EMBEDDING_MODEL: 'near', EMBEDDING_BASE_URL: chatOnly.url }),
    mend: (_, planted) => ({ ...planted, EMBEDDING_BASE_URL: model.url }),
  },
  {
    fault: 'the clock of the model server is three hours ahead',
    part: 'clock',
    advice: /the server of OPENAI_BASE_URL is (3 h 0|2 h 59) min ahead of this machine\. Set the clock/,
    plant() {
      skewMs = 3 * hourMs;
      return { MODEL: 'gpt', OPENAI_BASE_URL: keyedUrl, OPENAI_API_KEY: 'right' };
    },
    mend(_, planted) {
      skewMs = 0;
      return planted;
    },
  },
];

describe('a model that the settings name', () => {
  it.each(faults)('is found and mended by the advice of doctor: $fault', expectFoundAndMended);
});
