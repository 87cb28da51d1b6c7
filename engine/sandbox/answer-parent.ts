/**
 * Makes this process answer the questions of its parent until the parent goes away. `answer` never rejects: what went
 * wrong is a reply too.
 */
export function answerParent<Question, Reply extends object>(
  answer: (question: Question) => Promise<Reply>,
): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: Question) => {
    void answer(question).then((reply) => process.send?.(reply));
  });
}
