#!/usr/bin/env node
// Checks a Proviso bundle without Proviso, a network and other packages; docs/bundle.md says what it proves.
// Usage: node check-bundle.mjs run.proviso.zip [--key ID]   (Node.js 20.15 or newer, but not 21 or 22.0 to 22.1)
// Exit codes: 0 unchanged, 1 changed, damaged or signed with another key, 2 it cannot be read.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';

function need(condition, problem) {
  if (!condition) throw new Error(problem);
}
const sha256 = (content, form = 'hex') => createHash('sha256').update(content).digest(form);
/** Escapes control and format characters as JSON does, because a terminal obeys them. */
const unit = (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
const printable = (words) => words.replace(/[^\n\P{C}]/gu, (one) => one.split('').map(unit).join(''));
const text = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
/** A number as little-endian bytes in hex. */
const hex = (n, size) => Buffer.from([0, 8, 16, 24].map((bits) => n >>> bits)).toString('hex', 0, size);

/** JSON in its canonical form (RFC 8785). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}
const same = (one, other) => canonical(one ?? null) === canonical(other ?? null);

/** Compares the content of each entry with its SHA-256, and all other bytes with the only value that they may have. */
function checkFile(size, read, named, sources) {
  const places = new Map();
  let [offset, directory] = [0, ''];
  for (const { path, bytes, sha256: expected } of named) {
    need(!/^\/|\\|(?:^|\/)\.\.?(?:\/|$)/.test(path), `${path} is not a path in a bundle`);
    const name = Buffer.from(path);
    const [at, hash] = [offset + 30 + name.length, createHash('sha256')];
    let crc = 0;
    for (let done = 0; done < bytes; done += 65_536) {
      const chunk = read(at + done, Math.min(65_536, bytes - done));
      hash.update(chunk);
      crc = crc32(chunk, crc);
    }
    const sum = hash.digest('hex');
    need(sum === (expected ?? sum), `${path} was changed`);
    const sizes = `${hex(crc, 4)}${hex(bytes, 4)}${hex(bytes, 4)}${hex(name.length, 2)}0000`;
    const common = `14000008000000002100${sizes}`;
    const header = `504b0304${common}${name.toString('hex')}`;
    need(read(offset, at - offset).toString('hex') === header, `the ZIP header of ${path} is damaged`);
    directory += `504b01021400${common}${'00'.repeat(10)}${hex(offset, 4)}${name.toString('hex')}`;
    places.set(path, { at, bytes, sum });
    offset = at + bytes;
  }
  const end = `504b050600000000${hex(named.length, 2).repeat(2)}${hex(directory.length / 2, 4)}${hex(offset, 4)}0000`;
  const rest = read(offset, size - offset).toString('hex');
  need(rest === `${directory}${end}` && places.size === named.length, 'the ZIP directory is damaged');
  const other = sources.find((one) => one.file && places.get(one.file)?.sum !== String(one.sha256));
  need(!other, `${other?.file} is missing, or is not the file that was read`);
  return places;
}

/** Returns the id of the key that signed. `signature.json` has exactly one form for a key and a signature. */
function checkSignature(content, signed) {
  const { key: given, signature } = JSON.parse(content);
  const [x, bytes] = [Buffer.from(given.x, 'base64url'), Buffer.from(signature, 'base64url')];
  const key = { crv: 'Ed25519', kty: 'OKP', x: x.toString('base64url') };
  const keyId = sha256(canonical(key), 'base64url');
  const form = { algorithm: 'Ed25519', key, keyId, signed: 'bundle.json' };
  const exact = canonical({ ...form, signature: bytes.toString('base64url') }) === content;
  const valid = exact && verify(null, signed, createPublicKey({ key, format: 'jwk' }), bytes);
  need(valid, 'the signature does not match bundle.json: one of them was changed');
  return keyId;
}

/** Checks that the events are one chain, and that the last of them say what the other entries of the bundle say. */
function checkChain(lines, { manifest, rules, result }) {
  const state = new Map();
  let [previous, events, late] = [null, 0, 0];
  for (const line of lines.replace(/\n$/, '').split('\n')) {
    const { hash, ...entry } = JSON.parse(line);
    const { type, data, sequence, runId } = entry;
    const follows = sequence === events + 1 && entry.previous === previous && runId === manifest.runId;
    const intact = canonical({ hash, ...entry }) === line && sha256(canonical(entry)) === hash;
    need(follows && intact, `event ${events + 1} of the chain was changed or is not in its place`);
    [previous, events, late] = [hash, sequence, late + (entry.late ? 1 : 0)];
    if (type === 'run_created') state.set('rules', data.rulesSha256);
    if (type === 'run_ended') state.set('result', data.resultSha256);
    if (type === 'file_read') state.set(`file ${data.file.role} ${data.file.fileIndex}`, data.sha256);
    for (const { id, sha256: found } of data.findings ?? []) state.set(`finding ${id}`, found);
    if (type.startsWith('review_')) state.set(`review ${data.findingId}`, data.review);
    if (type.startsWith('sign')) state.set('sign-off', type === 'signed_off' ? data : null);
  }
  const records = (what, value) => need(same(state.get(what), value), `the chain records another ${what}`);
  const { runId, findings, ...head } = result;
  need(same(manifest.chain, { entries: events, hash: previous }), 'the chain has another end');
  need(runId === manifest.runId, 'the result is of another run');
  records('rules', sha256(rules));
  records('result', sha256(canonical(head)));
  records('sign-off', manifest.signOff);
  const recorded = [...state.keys()].filter((what) => what.startsWith('finding ')).length;
  need(recorded === findings.length, 'the chain records other findings');
  for (const { review, ...finding } of findings) {
    records(`finding ${finding.id}`, sha256(canonical(finding)));
    records(`review ${finding.id}`, review);
  }
  for (const { role, fileIndex, sha256: hash } of manifest.sources)
    if (state.get(`file ${role} ${fileIndex}`)) records(`file ${role} ${fileIndex}`, hash);
  return { events, late, findings: findings.length, reviews: findings.filter((one) => one.review).length };
}

/** Checks that the words of a citation are in the bundled text, at its offsets and at its place, such as its page. */
function checkCitation({ source, start, end, quote, locator }, content, where) {
  const pieces = content.pieces.filter((one) => one.start < end && one.end > start);
  const cut = (one) => one.text.slice(Math.max(start - one.start, 0), end - one.start);
  const parts = pieces.map((one) => (one.skip ? '\n' : cut(one)));
  const reached = pieces.reduce((at, one) => (one.start <= at ? one.start + one.text.length : 0), start);
  need(reached >= end && source.sha256 === content.source.sha256, `${where} has no text in the bundle`);
  const words = parts
    .join('')
    .replace(/\u00ad\s+(?=\p{L})/gu, '')
    .replace(/\ufffe/g, '-')
    .replace(/([-\u2010])(?<=[\p{L}\p{N}].)[^\S\r\n]*[\r\n]\s*(?=[\p{L}\p{N}])/gu, '$1')
    .replace(/[\u00ad\u200b\u2060\ufeff]/gu, '')
    .replace(/ \s+|[^\S ]\s*/gu, ' ');
  need(words.trim() === quote && quote !== '', `${where} is not at its offsets in the text`);
  const places = pieces.filter((one, at) => one.locator && parts[at].trim() !== '').map((one) => one.locator);
  const fields = ['kind', 'page', 'slide', 'sheet', 'heading', 'paragraph', 'startMs', 'part'];
  const there = fields.every((field) => locator[field] === places[0]?.[field]);
  const lastPage = locator.kind !== 'page' || (locator.endPage ?? locator.page) === places.at(-1)?.page;
  need(there && lastPage, `${where} is at another place`);
}

/** Checks every citation of the findings, also of the nearest places of a rule for which nothing was found. */
function checkQuotes({ sources }, { findings }, readJson) {
  const texts = new Map();
  let quotes = 0;
  for (const { id, citations, basis, search } of findings) {
    for (const citation of [...citations, ...basis, ...search.nearest.map((one) => one.citation)]) {
      const where = `the quote “${citation.quote.slice(0, 60)}” of finding ${id}`;
      const fields = ['role', 'fileIndex', 'name', 'sha256'];
      const source = sources.find((one) => fields.every((field) => one[field] === citation.source[field]));
      need(source?.text, `${where} is from a file that bundle.json does not name`);
      if (!texts.has(source.text)) texts.set(source.text, readJson(source.text));
      checkCitation(citation, texts.get(source.text), where);
      quotes += 1;
    }
  }
  return quotes;
}

/** Checks a bundle. With `keys`, only the keys with these ids may have signed it. Throws if the file cannot be read. */
export function checkBundle(path, keys = null) {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const read = (at, length) => {
      need(at >= 0 && length >= 0 && at + length <= size, 'the file is cut off or damaged');
      const bytes = Buffer.alloc(length);
      need(readSync(file, bytes, 0, length, at) === length, 'the file is cut off');
      return bytes;
    };
    // The last two entries of the directory are bundle.json and signature.json: `checkFile` makes sure.
    const last = read(size - 139, 117);
    const [bytes, at, signatureBytes] = [20, 42, 77].map((field) => last.readUInt32LE(field));
    const signed = read(at + 41, bytes);
    const manifest = JSON.parse(text(signed));
    const { format, formatVersion, sources, entries } = manifest;
    const known = format === 'proviso-bundle' && formatVersion === 1 && canonical(manifest) === text(signed);
    need(known, 'bundle.json is damaged, or of a format that this program does not know');
    const keyId = checkSignature(text(read(at + 85 + bytes, signatureBytes)), signed);
    need(keys === null || keys.includes(keyId), `the bundle is signed with another key: ${keyId}`);
    const named = [...entries, { path: 'bundle.json', bytes }];
    named.push({ path: 'signature.json', bytes: signatureBytes });
    const places = checkFile(size, read, named, sources);
    const entry = (name) => text(read(places.get(name).at, places.get(name).bytes));
    const [rules, result] = [entry('rules.json'), JSON.parse(entry('result.json'))];
    const chain = checkChain(entry('chain.jsonl'), { manifest, rules, result });
    const quotes = checkQuotes(manifest, result, (name) => JSON.parse(entry(name)));
    return { unchanged: true, keyId, keyCompared: keys !== null, quotes, ...chain, manifest };
  } catch (error) {
    if (error.syscall !== undefined) throw error;
    const problem = error.constructor === Error ? error.message : 'an entry is malformed';
    return { unchanged: false, problem };
  } finally {
    closeSync(file);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    const [path = '', option, key, more] = process.argv.slice(2);
    need(!more && (!option || (option === '--key' && key)), 'usage: check-bundle.mjs FILE [--key ID]');
    const report = checkBundle(path, key === undefined ? null : [key]);
    process.stdout.write(`${printable(JSON.stringify(report, null, 2))}\n`);
    process.exitCode = report.unchanged ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${printable(error.message)}\n`);
    process.exitCode = 2;
  }
}
