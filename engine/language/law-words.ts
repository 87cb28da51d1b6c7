const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words between the verb and the law: "governed by and construed and enforced in accordance with the internal". */
export const predicateWords = words(`
  governed construed interpreted enforced enforceable determined regulated controlled read subject be shall and or and/or by
  under in accordance according conformity with pursuant to the internal substantive domestic local published applicable
  material all respects exclusively solely validity performance , laws law regulations as`);

/** Words after the law that exclude rules on the conflict of laws, or describe the law without changing it. */
export const tailWords = words(`
  without regard regards reference giving give gives effect to its any the principles principle rules rule provisions provision
  doctrine doctrines conflict conflicts choice of law laws thereof therein thereunder hereof applicable applied apply
  contracts contract agreements agreement made entered into executed formed performed performance be to wholly entirely
  solely fully within such that said state commonwealth province jurisdiction as are is in and or between among residents by
  , ( ) notwithstanding excluding exclusive exclusion irrespective regardless disregarding with respect recourse application
  usa u.s.a u.s u.s.a. us united states america federal un nations convention conventions international sale goods 1980
  which would might could may require result another other than same those both contrary domestic internal substantive
  there thereto where actual situs location private relating for any-such on`);

/** Words of a subject that names everything about a document, in a sentence that begins with the law. */
export const subjectWords = words(`
  all any every matters matter disputes dispute claims claim questions question arising out of or and relating related to in
  connection with under from this the these its validity interpretation construction performance enforcement exclusively
  formation existence breach termination effect implementation legal hereto hereunder parties rights obligations respects
  governing applicable law , for`);
