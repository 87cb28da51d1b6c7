const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of introductions that do not change the meaning of the sentence after them. */
export const openingWords = words(`
  in all every each any case cases instance instances event events time times at for the avoidance of doubt without being
  asked with regard to as regards respect and or a an by way of on its own his her their initiative cost expense further
  furthermore moreover also additionally addition likewise besides equally accordingly therefore under this these present
  agreement contract policy lease standard document general principle present now currently today practice good faith
  hereby it is agreed resolved decided laid down parties agree that follows check please verify ensure make sure confirm
  see whether text document requires rule says say has have to be must shall does find establish we our us i insist look
  following period review reporting during year meeting session reported matter so look one requirement provides states provide state there following is understood settled stipulated provided determined
  stated governs govern binding text final signed current rule rules clause provision applies apply
  stated clear certain goes saying noted recorded acknowledged undisputed imperative essential vital course matter`);
