/** The maximum lengths of lists unless a setting changes them. */
export const listLimits = { rules: 200, knowledgeFiles: 50, recipients: 100, files: 100 };
