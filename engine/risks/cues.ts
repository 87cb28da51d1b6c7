/**
 * The words by which places that may limit a quote are found, one short list for each language. The words are looked
 * for in every document: a document of one language quotes others.
 */
type Cues = {
  /** Nouns before the number of a clause. */
  clauses: string;
  /** Words before the name of a clause that only refer to it: "under Section 5", "the notice in Section 5". */
  refers: string;
  /** Verbs by which a sentence ends or changes the clause that it names. */
  ends: string;
  /** Words by which a sentence bears on the clause that it names in another way. */
  bears: string;
  /** Words of an exception or a condition. */
  limits: string;
  /** Words at the beginning of a sentence that speaks of the sentence before. */
  back: string;
  /** Words around a text that make it no statement of the document: an example, a draft, a former version. */
  unreal: string;
};

const english: Cues = {
  clauses:
    'clauses?|sections?|articles?|paragraphs?|paras?\\.?|chapters?|provisions?|rules?|requirements?|controls?|items?|points?|resolutions?',
  refers:
    'under|in|of|by|to|with|per|see|from|at|on|for|within|through|following|this|such|that|required|than|via|upon|beyond|any|until|after|before',
  ends: 'deleted|removed|str(?:uck|ike|iken)|replaced|superseded|suspended|repealed|revoked|withdrawn|cancell?ed|void|abrogated|abolished|disapplied|released from|(?:no|without)(?: further)? effect|(?:does not|do not|shall not|will not) (?:apply|applies|bind|have effect)|not in force|no longer(?! than)|ceases? to|need not|(?:is|are|was|were) (?:amended|changed|revised|restated|waived)|amendment to|prevails over|in (?:the )?place of',
  bears:
    'notwithstanding|subject to|despite|except|unless|amend\\w*|modif\\w*|var(?:y|ied|ies)|waive\\w*|overrid\\w+|prevails?|instead|other than|does not limit|in place of',
  limits:
    'except\\w*|unless|provided that|subject to|notwithstanding|however|save (?:that|for|as)|other than|but not|only if|as long as|to the extent',
  back: 'however|but|this|that|it|these|those|such|the foregoing|the above|the preceding|nevertheless|therefore|thus|hence|except|unless|provided',
  unreal:
    'examples?|illustrations?|sample|textbook|handbook|leaflet|drafts?|(?:counter-|so )propos(?:als?|ed)|motion|put forward|(?:former|earlier|previous|old|older|obsolete) (?:versions?|texts?|wordings?|rules?|practice|positions?|copies|editions?|years)|in the past|formerly|hitherto|abolished|expired|has ended|ceased|abandoned|given up|no longer does|not since|obsolete|(?:until|before|up to) (?:[\\p{L}\\d,]+ ){0,3}\\d{4}|ended (?:in|on)|wish ?list|not part of|rejected|refused|turned down|not taken up|without success|defeated|withdrawn|taken out|misread\\w*|another (?:customer|matter|case)|other side|was not (?:agreed|adopted|accepted|resolved)',
};

const german: Cues = {
  clauses: 'klauseln?|ziffern?|abschnitte?s?|artikeln?|absätzen?|absatz|§§?|nr\\.',
  refers:
    'gemäß|nach|in|im|von|vom|laut|aus|unter|zu|zum|mit|durch|des|dieser?|diesem|siehe|vgl\\.|i\\.s\\.d\\.|bei|über|für|auf|an|am',
  ends: 'gestrichen|gelöscht|ersetzt|neu gefasst|an die stelle|ausgesetzt|aufgehoben|widerrufen|unwirksam|entfällt|entfallen|gilt nicht(?: mehr)?|gelten nicht(?: mehr)?|find(?:et|en) keine anwendung|außer kraft',
  bears: 'ungeachtet|abweichend von|vorbehaltlich|geändert|abgeändert|außer|statt|vorrang|geht vor|gehen vor',
  limits:
    'außer|es sei denn|sofern|soweit|vorbehaltlich|mit ausnahme|ausgenommen|jedoch|ungeachtet|nur wenn|solange|abweichend',
  back: 'jedoch|aber|dies|diese[rsnm]?|das gilt|vorstehende\\w*|hiervon|davon|daher|deshalb|somit|ausgenommen|es sei denn|sofern',
  unreal:
    'beispiele?|zum beispiel|z\\. ?b\\.|entw[uü]rfe?|vorschläge?|vorgeschlagen|bisherige\\w*|frühere\\w*|alte fassung|bislang|nicht bestandteil|ungültig|abgelehnt|überholt',
};

const french: Cues = {
  clauses: 'clauses?|articles?|sections?|paragraphes?|alinéas?',
  refers: 'selon|vertu de|conformément|dans|par|sous|de|du|des|au|aux|à|voir|cette|cet|ce|présente?s?|pour',
  ends: "supprimée?s?|remplacée?s?|suspendue?s?|abrogée?s?|annulée?s?|nulle?s?|ne s['’]applique(?:nt)? (?:pas|plus)|caduque?s?",
  bears: 'nonobstant|sous réserve|par dérogation|modifiée?s?|sauf|prévaut|au lieu',
  limits:
    "sauf|sous réserve|à moins que|à condition|toutefois|nonobstant|à l[’']exception|hormis|pourvu que|dans la mesure",
  back: 'toutefois|cependant|mais|ceci|cette|ces|ce qui précède|donc|par conséquent|sauf|sous réserve',
  unreal:
    "exemples?|par exemple|projets?|propositions?|proposée?s?|anciennes?|ancien|jusqu[’']ici|rejetée?s?",
};

const spanish: Cues = {
  clauses: 'cláusulas?|artículos?|secciones|sección|párrafos?|apartados?',
  refers: 'según|conforme|en|por|de|del|a|al|bajo|ver|véase|est[ae]|con|para|desde',
  ends: 'suprimid[oa]s?|eliminad[oa]s?|sustituid[oa]s?|reemplazad[oa]s?|suspendid[oa]s?|derogad[oa]s?|anulad[oa]s?|nul[oa]s?|no se aplica(?:n|rá|rán)?|deja(?:n)? de aplicarse',
  bears: 'no obstante|sin perjuicio|salvo|modificad[oa]s?|prevalece|en lugar de',
  limits:
    'salvo|excepto|a menos que|siempre que|sujeto a|sin perjuicio|no obstante|sin embargo|con excepción|en la medida',
  back: 'sin embargo|pero|no obstante|est[eoa]s?|l[oa]s? anterior(?:es)?|por (?:lo )?tanto|salvo|excepto',
  unreal:
    'ejemplos?|por ejemplo|borrador(?:es)?|propuestas?|anterior(?:es)? versi[oó]n|antigu[oa]s?|rechazad[oa]s?',
};

const joined = (of: (cues: Cues) => string) => [english, german, french, spanish].map(of).join('|');
/** Words only, in any letter case: the next character is no letter. */
const anywhere = (of: (cues: Cues) => string) => new RegExp(`(?<!\\p{L})(?:${joined(of)})(?!\\p{L})`, 'iu');

/** The number of a clause as another place writes it: 5, 5.1, H.4, 3(b), 4 (2). */
const number = '(?:\\d{1,3}|[A-Z])(?:\\.\\d{1,3}){0,4}(?:\\s?\\((?:\\d{1,2}|[a-z]{1,4})\\)){0,2}';

export const cues = {
  ends: anywhere(({ ends }) => ends),
  bears: anywhere(({ bears }) => bears),
  limits: anywhere(({ limits }) => limits),
  unreal: anywhere(({ unreal }) => unreal),
  back: new RegExp(`^[^\\p{L}]*(?:${joined(({ back }) => back)})(?!\\p{L})`, 'iu'),
  /** Words at the end of a text that only refer to the clause named next, with an article between. */
  refers: new RegExp(
    `(?<!\\p{L})(?:${joined(({ refers }) => refers)})\\s+(?:(?:the|die|der|dem|den|das|la|le|les|el|los|las)\\s+|l['’])?$|[(,;]\\s*$`,
    'iu',
  ),
  /** A clause by a noun and its number, or several: "Section 5.1", "§ 5", "Ziffern 5 und 6". */
  named: new RegExp(
    `(?:(?<!\\p{L})(?:${joined(({ clauses }) => clauses)}))(?!\\p{L})\\s{0,3}(${number})(?!\\p{L})((?:\\s{0,2}(?:,|and|or|und|oder|et|ou|y|o|to|bis|&)\\s{0,2}${number}){0,10})`,
    'giu',
  ),
  number: new RegExp(number, 'gi'),
  /** A number that only clauses have, whatever noun is before it: "rule 6.1", "control 3(b)", "H.4". */
  compound: new RegExp(
    `(?<![\\p{L}\\p{N}.,])(?=(?:\\d{1,3}|[A-Z])(?:\\.\\d|\\s?\\())${number}(?![\\p{L}\\p{N}%])`,
    'gu',
  ),
};
