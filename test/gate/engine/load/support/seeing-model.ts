import { join } from 'node:path';
import sharp from 'sharp';
import { openVision } from '../../../../../engine/index.ts';
import type { Vision } from '../../../../../engine/ports.ts';
import {
  type ModelScript,
  type ModelServer,
  startModelServer,
} from '../../../../support/model-server/model-server.ts';
import { repositoryRoot } from '../../../unit/house/repository.ts';

export type SeeingModel = {
  server: ModelServer;
  vision: Vision;
  /** Sets the model's answer from now on, and forgets earlier requests. */
  says(description: unknown, more?: Partial<ModelScript>): void;
};

/** A model on a local server that describes pictures, with the prompts of this repository. */
export async function startSeeingModel(): Promise<SeeingModel> {
  const server = await startModelServer({});
  const vision = openVision({
    settings: { model: 'sees', baseUrl: server.url, retries: 0 },
    prompts: { ours: join(repositoryRoot, 'prompts') },
  });
  return {
    server,
    vision,
    says(description, more = {}) {
      server.requests.length = 0;
      server.answerWith({ chat: () => ({ json: description }), ...more });
    },
  };
}

/** A picture without words: a red shape on a grey wall. */
export function wallWithSomethingRed(): Promise<Buffer> {
  const wall = sharp({ create: { width: 120, height: 160, channels: 3, background: '#eee' } });
  const red = { create: { width: 40, height: 80, channels: 3 as const, background: '#c00' } };
  return wall
    .composite([{ input: red, left: 30, top: 30 }])
    .png()
    .toBuffer();
}
