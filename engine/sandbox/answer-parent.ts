/**
 * Answers the questions of the parent process until the parent ends. `answer` never rejects: a failure is also a
 * reply.
 */
export function answerParent<Question, Reply extends object>(
  answer: (question: Question) => Promise<Reply>,
): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => {
    void answer(question).then((reply) => process.send?.(reply));
  });
}
