/** A sentence of a policy under test. The script changes `text`; `uid` says which sentence it is in both versions. */
export type Line = { uid: number; text: string };
/** A clause: its sentences, or a list with the words that introduce it. */
export type Clause = { number: string; title: string; leadIn: string | null; lines: Line[] };
export type Policy = { clauses: Clause[] };

const actors = ['Employees', 'Administrators', 'Managers', 'Contractors', 'Visitors', 'Suppliers'];
const acts = `lock the screen of a laptop within 3 minutes of leaving it
report a lost badge to the security desk within 2 hours
store paper records of customers in a closed cabinet
change the password of a shared mailbox every 90 days
encrypt removable drives with a key of at least 256 bits
keep the log of the firewall for at least 12 months
test the restore of each backup once in 6 months
wear the visitor badge above the belt
sign the confidentiality form before the first working day
return all keys on the last day of employment
scan incoming parcels in the post room
update the antivirus program within 24 hours of a release
review the list of privileged accounts every 30 days
record the serial number of every new device
train new colleagues in fire safety during their first week
inspect emergency exits every 14 days
obtain written approval for remote maintenance
keep food and drinks out of the server room
escort guests in the laboratory at all times
archive signed contracts for 10 years
publish the results of the yearly audit on the intranet
wipe the memory of printers before their disposal
use the guest network for private telephones
close windows of the archive in the evening
name a deputy for every absence longer than 5 days
check the identity of callers who ask for salary data
document each exception in the register of risks
install spare parts of certified vendors only
move sensitive meetings to rooms without cameras
translate safety signs into three languages
replace the batteries of smoke detectors every 24 months
hand over the shift book in person
mark confidential slides with a red border
rotate encryption keys of the payment gateway every 60 days
limit the export of address lists to 500 entries
verify the checksum of downloaded images
shred drafts of tenders after 7 days
attend the briefing about phishing each quarter
disable the microphones of idle conference phones
request a permit for drone flights over the plant
rinse chemical containers twice before recycling
calibrate scales of the warehouse every 45 days
hang evacuation maps beside elevators
separate test databases from production databases
cover monitors that face public corridors
count the cash of the canteen with two people
refuse gifts worth more than 25 euros
announce power cuts 3 days ahead
anonymise interview notes before publication
sharpen access rules of the data lake before 2 audits`
  .split('\n')
  .map((act) => act.trim());
const spare = `water the plants of the reception on Fridays
polish brass plates of the boardroom
feed the fish of the lobby aquarium
tune the piano of the assembly hall every 200 days
repaint parking lines each spring
oil the hinges of the gate
collect umbrellas after conferences
wind the tower clock at noon
sort postcards of former staff alphabetically
sweep leaves from the helipad
dust trophies of the sports club
knit covers for garden furniture
brew tea for night guards
iron flags before national holidays
photograph murals of the stairwell`
  .split('\n')
  .map((act) => act.trim());
const titles = ['Devices', 'Accounts', 'Rooms', 'Records', 'Travel', 'Suppliers', 'Storage', 'Safety'];
const modals = ['shall', 'must', 'shall not', 'must not'];

export type Draw = { below: (limit: number) => number; one: <Value>(values: readonly Value[]) => Value };

/** Random choices that depend on the seed alone. */
export function drawFrom(seed: number): Draw {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    one: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('there is nothing to draw from');
      return value;
    },
  };
}

/** A policy of 8 sections with 2 clauses each; every third clause is a list. */
export function writtenPolicy({ below, one }: Draw): Policy {
  const pool = [...acts];
  const draw = () => pool.splice(below(pool.length), 1)[0] ?? '';
  const clauses = titles.flatMap((title, section) =>
    [1, 2].map((number): Clause => {
      const isList = (section * 2 + number) % 3 === 0;
      const text = () => (isList ? draw() : `${one(actors)} ${one(modals)} ${draw()}`);
      return {
        number: `${section + 1}.${number}`,
        title: `${title} ${number === 1 ? 'Indoors' : 'Outdoors'}`,
        leadIn: isList ? `${one(actors)} ${one(modals)}` : null,
        lines: [0, 1, 2].map((at) => ({ uid: section * 10 + number * 3 + at, text: text() })),
      };
    }),
  );
  return { clauses };
}

/** The policy as a text with headings, clauses and lists. */
export function textOf({ clauses }: Policy): string {
  const sections = new Map<string, string[]>();
  for (const { number, title, leadIn, lines } of clauses) {
    const section = number.split('.')[0] ?? '';
    const body =
      leadIn === null
        ? lines.map(({ text }) => `${text}.`)
        : [
            `${leadIn}:`,
            ...lines.map(
              ({ text }, at) =>
                `(${letter(at)}) ${text}${at === lines.length - 1 ? '.' : at === lines.length - 2 ? '; and' : ';'}`,
            ),
          ];
    const own = sections.get(section) ?? [`${section} ${titles[Number(section) - 1]}`];
    sections.set(section, [...own, `${number} ${title}`, ...body]);
  }
  return [...sections.values()].map((lines) => lines.join('\n')).join('\n');
}

function letter(at: number): string {
  return String.fromCharCode(97 + at);
}

/** Where every sentence is, and all its words, by its uid. */
export function placesOf({ clauses }: Policy): Map<number, { clause: string; words: string }> {
  return new Map(
    clauses.flatMap(({ number, leadIn, lines }) =>
      lines.map(({ uid, text }, at) => [
        uid,
        {
          clause: leadIn === null ? number : `${number}(${letter(at)})`,
          words: leadIn === null ? text : `${leadIn} ${text}`,
        },
      ]),
    ),
  );
}

const changeKinds = [
  'number',
  'denial',
  'weaker',
  'deleted',
  'added',
  'word',
  'swapped',
  'item',
  'introduction',
  'renumbered',
] as const;

/** The policy with changes by script, each to a sentence or clause that no other change touches. */
export function changedPolicy(policy: Policy, { below, one }: Draw, changes: number): Policy {
  const clauses = policy.clauses.map((clause) => ({
    ...clause,
    lines: clause.lines.map((line) => ({ ...line })),
  }));
  const touched = new Set<number>();
  const reserve = [...spare];
  let uid = 1_000;
  let done = 0;
  for (let tries = 0; done < changes; tries += 1) {
    if (tries > 10_000) throw new Error(`only ${done} changes are possible`);
    const clause = one(clauses);
    const line = one(clause.lines);
    const kind = changeKinds[done < changeKinds.length ? done : below(changeKinds.length)] ?? 'number';
    const isFree = !touched.has(line.uid);
    const isWholeFree = clause.lines.every((own) => !touched.has(own.uid));
    const before = line.text;
    if (kind === 'renumbered' || kind === 'introduction') {
      if (!isWholeFree) continue;
      if (kind === 'renumbered' && !clause.number.endsWith('.2')) continue;
      if (kind === 'introduction' && clause.leadIn === null) continue;
      if (kind === 'renumbered') clause.number = clause.number.replace(/2$/, String(3 + below(2)));
      else clause.leadIn = reversed(clause.leadIn ?? '');
      for (const own of clause.lines) touched.add(own.uid);
      done += 1;
      continue;
    }
    if (kind === 'added' || kind === 'item') {
      const act = reserve[0];
      if (act === undefined || (kind === 'item') !== (clause.leadIn !== null)) continue;
      const text = clause.leadIn === null ? `${one(actors)} ${one(modals)} ${act}` : act;
      const at = below(clause.lines.length + 1);
      reserve.shift();
      uid += 1;
      touched.add(uid);
      clause.lines.splice(at, 0, { uid, text });
      done += 1;
      continue;
    }
    if (!isFree) continue;
    if (kind === 'deleted') {
      if (clause.lines.length < 3) continue;
      clause.lines.splice(clause.lines.indexOf(line), 1);
    } else if (kind === 'number')
      line.text = before.replace(/\d+/, (digits) => String(Number(digits) + 1 + below(9)));
    else if (kind === 'denial' && clause.leadIn === null) line.text = reversed(before);
    else if (kind === 'weaker' && clause.leadIn === null)
      line.text = before.replace(/\b(?:shall|must)\b/, 'should');
    else if (kind === 'word') line.text = before.replace(/\b(?:the|every|each|all)\b/, 'certain');
    else if (kind === 'swapped') line.text = swapped(before);
    if (line.text === before && kind !== 'deleted') continue;
    touched.add(line.uid);
    done += 1;
  }
  return { clauses };
}

function reversed(words: string): string {
  return /\bnot\b/.test(words) ? words.replace(/ not\b/, '') : words.replace(/\b(shall|must)\b/, '$1 not');
}

/** The sentence with the words before and after "of", "in" or "for" exchanged. */
function swapped(words: string): string {
  return words.replace(/\b(\w+) (of|in|for) (\w+)\b/, '$3 $2 $1');
}
