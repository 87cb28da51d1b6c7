import { english } from './english.ts';
import type { Token } from './tokens.ts';

/**
 * Verbs that have their meaning only together with another word, one per line, each with plain verbs of the same
 * meaning: "take the guard off" is "remove the guard". The second word can be apart from the verb. The list describes
 * the language, not a document.
 */
const phrases = `
back up: copy save
break off: terminate
bring end: terminate
bring about: cause
bring down: reduce lower
bring up: raise
call off: cancel
carry on: continue
carry out: perform conduct
clear away: remove
come end: end
contract out: subcontract
cut back: reduce
cut down: reduce
do away: abolish delete
draw up: prepare
fill in: complete
farm out: subcontract
find out: determine
get rid: delete dispose remove
give away: donate disclose
give back: return repay
give out: distribute issue
give up: terminate surrender
go over: review examine
go through: review examine check
hand back: return repay
hand in: submit return surrender
hand on: transfer forward
hand out: distribute issue pay
hand over: deliver transfer provide return surrender
keep apart: separate
keep available: provide store
keep back: withhold retain
keep confidential: protect
keep down: limit
keep informed: notify inform
keep insured: insure
keep on: continue retain
keep secret: protect
keep up: maintain
lay down: determine
lay off: dismiss
leave out: omit
let have: give provide send
let know: notify inform
let out: let lease
look after: maintain
look into: investigate examine
look over: review examine inspect
look through: review examine
make available: provide present hand submit
make copy: copy
make good: repair remedy correct
make known: disclose publish announce
make over: transfer
make public: publish disclose
note down: record
open up: open
owe up: pay
pass along: forward transfer
pass on: transfer forward disclose subcontract
pay back: repay return refund
pay off: repay settle
pay out: pay distribute
place disposal: provide
point out: notify
put disposal: provide
put down: record
put end: terminate
put forward: submit propose
put off: postpone
put right: repair correct remedy
put together: prepare
put up: install raise increase
read through: review
rent out: let lease
roll over: renew
run through: review
sell off: sell
send back: return transfer
send in: submit
send on: forward
send out: send distribute
send round: circulate distribute send
set down: record
set out: state
set up: establish install
shut down: close stop
sign off: approve
switch off: deactivate stop disable
take apart: dismantle
take away: remove
take back: withdraw
take care: maintain ensure
take down: remove record
take off: remove
take on: employ borrow hire recruit
take out: obtain remove borrow
take over: assume
take part: attend
take up: borrow raise obtain
throw away: dispose destroy
turn down: reject
turn off: deactivate stop disable
use up: consume
wind up: liquidate
wipe out: delete
wipe clean: delete
write down: record
write off: cancel
bring attention: notify inform report disclose
bring notice: notify inform report
draw attention: notify inform report
make aware: notify inform
put notice: notify
raise with: report
keep posted: inform
keep abreast: inform
call attention: notify inform
give over: deliver
push up: raise increase
scale back: reduce
wind down: close terminate
phase out: discontinue stop
do without: waive
track down: find
set apart: separate
transfer back: return
bring back: return
deliver back: return
move back: return
send round: distribute circulate
pass round: circulate distribute
pay over: transfer pay
pay up: pay
fit out: equip
clean up: clean
tidy up: clean
clear out: vacate clear
move out: vacate leave
move in: occupy
log in: authenticate
sign up: register
take charge: manage
take effect: begin
make use: use
make payment: pay
bear cost: pay
stand in: substitute
write up: record
note record: record
put force: implement
put practice: implement
put place: implement introduce establish
bring force: implement
give effect: implement
give access: provide grant
grant access: provide
set aside: reserve
lay aside: reserve
put aside: reserve`;

const plainVerbs = new Map<string, Map<string, string[]>>();
for (const line of phrases.trim().split('\n')) {
  const [phrase = '', plain = ''] = line.split(': ');
  const [verb = '', beside = ''] = phrase.split(' ');
  const ofVerb = plainVerbs.get(english.stem(verb)) ?? new Map<string, string[]>();
  plainVerbs.set(english.stem(verb), ofVerb);
  ofVerb.set(beside, plain.split(' ').map(english.stem));
}

/** A verb with the word beside it: the terms of plain verbs of the same meaning, and the token of that word. */
export type PhrasalVerb = { terms: readonly string[]; beside: number };

/** Maximum number of tokens between a verb and the word beside it: "bring every case of fraud at once to the attention". */
const reach = 12;

/** The phrasal verb whose verb is at a token; null if the verb is used alone. */
export function phrasalVerbAt(
  tokens: readonly Token[],
  verb: number,
  free: (at: number) => boolean,
): PhrasalVerb | null {
  const known = plainVerbs.get(tokens[verb]?.term ?? '');
  if (!known) return null;
  for (let at = verb + 1; at < Math.min(tokens.length, verb + reach); at += 1) {
    const terms = free(at) ? known.get(tokens[at]?.word ?? '') : undefined;
    if (terms && isApart(tokens, verb, at)) return { terms, beside: at };
  }
  return null;
}

/**
 * Whether a word apart from its verb belongs to the verb. A preposition in front of a noun phrase does not: "shall hand
 * the keys to the person in the office".
 */
function isApart(tokens: readonly Token[], verb: number, at: number): boolean {
  if (at === verb + 1 || !english.prepositions.has(tokens[at]?.word ?? '')) return true;
  const next = tokens[at + 1];
  return next === undefined || english.prepositions.has(next.word) || english.joining.has(next.word);
}
