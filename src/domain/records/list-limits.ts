/** The default maximum lengths of lists; settings can change them. */
export const listLimits = {
  rules: 200,
  knowledgeFiles: 50,
  recipients: 100,
  files: 100,
  citations: 1_000,
  metadata: 20,
};
