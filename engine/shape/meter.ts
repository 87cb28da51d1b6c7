/**
 * Maximum number of steps of one output: parts of the format filled, and findings examined. A list of 20,000 findings
 * with seven fields needs some 500,000 steps; the maximum takes about a second.
 */
const mostSteps = 10_000_000;
/** Bytes that one source of a value needs as JSON: the id of a finding and the index of a citation. */
const sourceBytes = 60;

/** Thrown if an output exceeds a limit. The message continues the sentence "The output was left out: ". */
export class OutputLimit extends Error {}

/**
 * Counts the steps and the size of an output. Time is not measured, so the same findings and the same format always
 * have the same result.
 */
export class Meter {
  readonly #outputBytes: number;
  #steps = 0;
  #bytes = 0;

  /** `outputBytes` is the largest size of an output as JSON, with its sources and gaps. */
  constructor(outputBytes: number) {
    this.#outputBytes = outputBytes;
  }

  /** Counts steps. Throws `OutputLimit` if the output has used more steps than the maximum. */
  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > mostSteps) {
      throw new OutputLimit(
        `it takes more than ${mostSteps.toLocaleString('en')} steps. Ask for fewer fields.`,
      );
    }
  }

  /** Counts a value, or the reason for null, and its evidence. Throws `OutputLimit`. */
  write(pointer: string, text: number, sources: number): void {
    this.#bytes += pointer.length + text + sources * sourceBytes;
    if (this.#bytes > this.#outputBytes) throw tooLarge(this.#outputBytes);
  }

  /** Throws `OutputLimit` when the whole output, as JSON, exceeds the maximum size in bytes. */
  check(json: string): void {
    if (json.length > this.#outputBytes || Buffer.byteLength(json) > this.#outputBytes) {
      throw tooLarge(this.#outputBytes);
    }
  }
}

function tooLarge(bytes: number): OutputLimit {
  return new OutputLimit(
    `with its sources it is larger than ${bytes.toLocaleString('en')} bytes. Leave quotes out of outputFormat, or check fewer files in a run.`,
  );
}
