/** The length of the record at the end of a ZIP archive without a comment. */
const endLength = 22;

/** The comment at the end of a PDF, Word or Excel report, by which `proviso check` recognizes its own reports. */
export const reportComment = 'Proviso report';

/**
 * Adds a comment to a ZIP archive, such as a DOCX or XLSX file, that has none. The comment is the last field of the
 * archive, after a field of two bytes with its length.
 */
export function withComment(archive: Uint8Array): Uint8Array {
  const comment = Buffer.from(reportComment, 'latin1');
  const whole = Buffer.concat([archive, comment]);
  if (archive.length >= endLength) whole.writeUInt16LE(comment.length, archive.length - 2);
  return whole;
}
