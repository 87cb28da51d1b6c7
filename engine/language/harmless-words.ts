const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Content words that neither add to a duty nor take from it: adverbs of manner, and the nouns of phrases such as "at
 * its own cost" or "for the avoidance of doubt". A sentence means the same with and without these words.
 */
export const harmlessWords = words(`
  hereby duly always promptly immediately forthwith properly accordingly thereof hereof herein thereafter
  own cost expense instance instances avoidance doubt avail event case good faith accord initiative time times
  circumstance circumstances matter concerned means
  further furthermore moreover additionally addition likewise besides equally also kind sort
  such said respective respectively relevant applicable aforesaid mentioned`);

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

/** Matches introductions that say how or why something is done: "In the interest of safety". */
export const manner =
  /^\W*(?:as a matter of|as (?:a )?part of|in (?:the )?(?:interests?|course) of|for the (?:sake|good|benefit|protection) of|with (?:a view|due|all due|every|proper|full)|in order|to (?:this|that) end|(?:at|on|of|by) (?:its|his|her|their) own|in (?:its|his|her|their) (?:capacity|role))\b/i;
