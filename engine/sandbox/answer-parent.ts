/**
 * Answers the questions of the parent process until the parent ends. If `answer` rejects, the reply is what `failure`
 * makes of the error.
 */
export function answerParent<Question>(
  answer: (question: Question) => Promise<object>,
  failure: (error: unknown) => object = failed,
): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => {
    void answer(question)
      .catch(failure)
      .then((reply) => process.send?.(reply));
  });
}

function failed(error: unknown): object {
  return { reply: 'failed', message: error instanceof Error ? error.message : String(error) };
}
