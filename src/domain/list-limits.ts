/** How many entries lists may have where no setting says otherwise. */
export const listLimits = { rules: 200, knowledgeFiles: 50, recipients: 100, files: 100 };
