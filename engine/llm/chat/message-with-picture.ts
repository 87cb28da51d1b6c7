import { HumanMessage } from '@langchain/core/messages';

/** A message of a user with a text and a JPEG picture. */
export function messageWithPicture(text: string, jpeg: Uint8Array): HumanMessage {
  const url = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  return new HumanMessage({
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url } },
    ],
  });
}
