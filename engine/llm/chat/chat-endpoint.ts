import type { BaseMessage } from '@langchain/core/messages';
import type { StepConfig } from '../../runtime/step.ts';
import type { RawAnswer } from './raw-answer.ts';

export type JsonSchema = { [key: string]: unknown };

/** Ways to request a structured answer, strictest first. */
export const answerModes = ['json_schema', 'tool_call', 'json_object', 'text'] as const;
export type AnswerMode = (typeof answerModes)[number];

/** Parameters that some servers accept and others refuse. */
export type EndpointCapabilities = {
  mode: AnswerMode;
  temperature: boolean;
  seed: boolean;
  /** The name of the limit of an answer's length. Models that reason refuse the older name, `max_tokens`. */
  limit: 'max_tokens' | 'max_completion_tokens';
};

export type ChatRequest = {
  messages: BaseMessage[];
  /** The shape the answer must have; `name` has letters, digits, `_` and `-` only. */
  schema: { name: string; json: JsonSchema };
  answerTokens: number;
};

/** A model endpoint. `ask` throws `ModelFailure`, or the signal's reason when it is aborted. */
export interface ChatEndpoint {
  /** Identifies the server and the model. Capabilities and rate limits are remembered under this id. */
  readonly id: string;
  /** The name that findings record. */
  readonly model: string;
  ask(request: ChatRequest, capabilities: EndpointCapabilities, config: StepConfig): Promise<RawAnswer>;
}
