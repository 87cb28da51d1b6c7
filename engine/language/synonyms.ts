import { readWordGroups } from './word-groups.ts';

/**
 * Words that name the same act or thing in contracts, policies, standards, reports, leases and minutes, one group per
 * line. A word can be in several groups; two words are synonyms if they share a group. The list describes the language,
 * not a document, so a finding that depends on it is at most ESTIMATED.
 */
const groups = `
notify inform report tell advise alert announce communicate notice notification apprise disclose message
report announce present account submit statement
submit send deliver provide transmit forward hand supply furnish lodge file dispatch present
send distribute circulate mail dispatch forward transmit email convey
give provide grant supply furnish afford offer
pay settle discharge remit transfer payment reimburse disburse settlement
pay distribute payout
refund repay repaid reimburse return restitution repayment
terminate end cancel termination cancellation close discontinue conclude cease quit
expire lapse expiry expiration end
renew extend prolong renewal extension prolongation continue rollover
maintain keep hold carry have retain uphold sustain preserve
keep retain store hold preserve maintain archive retention storage save
store keep hold host locate reside place house save
destroy delete erase shred dispose wipe purge destruction deletion disposal
return restore hand
disclose reveal divulge share publish release communicate impart disclosure
publish release issue publication public announce
protect safeguard secure guard shield protection security
secret confidential confidence secrecy confidentiality private
encrypt cipher encode encryption
repair remedy fix mend rectify correct restore cure
defect fault flaw deficiency damage shortcoming
test try examine check verify trial probe
review check examine inspect reassess recheck revisit scrutinize assess audit
inspect examine visit survey view inspection
measure monitor record gauge meter
monitor watch observe supervise track oversee surveil
train instruct teach training course education instruction schooling
attend complete take undergo participate follow
insure cover insurance coverage underwrite
indemnify compensate reimburse harmless
liability exposure
limit cap restrict restriction limitation ceiling
store warehouse stock
assign transfer cede novate assignment
transfer move relocate shift transmit
subcontract outsource delegate subcontractor subcontracting sub-contract
sublet underlet sublease let lease
rent lease hire let tenancy
rent rental
use utilise utilize employ apply operate
employ hire engage recruit appoint
appoint name elect designate nominate choose select appointment election nomination
choose select settle decide pick fix
approve authorise authorize adopt pass consent endorse agree sanction ratify approval authorisation authorization
consent permission approval authorisation authorization leave agreement
set fix determine establish stipulate
reduce cut lower decrease diminish lessen reduction
increase raise grow rise lift
donate give gift grant donation contribute contribution
buy purchase acquire procure procurement acquisition buying
sell sale dispose vend
obtain get procure secure collect solicit receive acquire request
accept take receive acceptance
receive get obtain hear learn
request ask demand seek require
offer quote quotation bid tender quotation proposal
remove disable bypass dismantle detach defeat deactivate
remove withdraw revoke delete eliminate
remove clear
locate situate
assist help aid support
install mount fit set
calibrate adjust calibration
clean wash cleanse cleaning
heat warm heating
label mark tag labelling labeling
record document log register write note minute list entry
log register record journal diary
register enrol enter list
draw prepare compile draft produce
issue give deliver provide render
begin start commence
complete finish conclude
perform execute fulfil fulfill carry conduct do discharge render
work perform job
ensure guarantee warrant assure
restore recover reinstate restoration recovery restoring
backup back-up copy
replace exchange substitute replacement
answer reply respond response
govern apply rule regulate
law legislation statute
agreement contract deal
cause reason ground
convenience cause reason
premises property building house site rooms room
rooms room premises space
landlord lessor owner
tenant lessee occupier
supplier vendor seller provider
customer client buyer purchaser
employee staff worker personnel member
company firm enterprise
loan credit borrowing
borrow loan
incident breach event occurrence
breach violation infringement
breach break compromise touch affect
affect touch concern hit impact influence
security safety
accident injury mishap
invoice bill
fee charge price rate
price cost
cost expense charge
free cost charge
amount sum total figure value
cover coverage sum limit
value worth
gift present
guest visitor
journey trip travel
claim request application
information data
record document file book
records books documents files
accounts books
accounting bookkeeping
result outcome finding
acceptance approval
deposit security bond
monthly month
annual year yearly
daily day
weekly week
quarter quarterly
half-yearly half-year
home remote telework
plot land site parcel property
meeting session assembly
place venue site location seat
seat office headquarters domicile
auditor reviewer
opinion view
unqualified clean unmodified
emission release discharge
greenhouse climate
noise sound
boundary edge border perimeter fence
defend guard
guard protector cover shield
running operation motion operating
machine machinery equipment
instrument device apparatus
equipment machinery device plant
device apparatus appliance
access entry admission
right entitlement permission
user person
password passphrase code
automatic automatically tacit tacitly
automatically automatic itself
law governing
dispute disagreement controversy difference
court tribunal judge
arbitration arbitrator arbitral
personal individual
third other
third-party third
party side
written writing
copy duplicate transcript
member participant
fee dues subscription charge
dividend distribution payout
profit surplus gain earnings
water drinking
waste refuse rubbish garbage
temperature heat
fire blaze
emergency urgent
stop halt
escape evacuation
exit way
check control
worker operative labourer
lift hoist elevator
vehicle car truck lorry
sample specimen
concentration content level
level degree
maximum most
minimum least
interest rate
delay default late lateness
punish penalise fine penalty
penalty fine damages
goods products merchandise items wares
product item article
deliver supply ship delivery shipment
delivery arrival receipt
receipt arrival receiving
source origin
code program software
software program application
escrow deposit
network system
identify mark label designate stamp legend
copy reproduce duplicate replicate reproduction duplication
survive outlast persist remain continue
decompile disassemble
create make produce generate
build construct erect construction
own possess ownership possession
occupy inhabit reside
harm injure hurt damage
lose loss forfeit
steal theft
allow permit let tolerate admit
forbid prohibit ban bar
prevent avert hinder impede stop
correct rectify amend
amend change alter vary modify modification amendment alteration variation change
explain justify explanation reason
translate translation
object oppose contest challenge objection
complain complaint grievance
win award
earn gain
divide share split apportion
join merge combine unite
visit attend enter
leave vacate depart quit
lock secure close
open unlock
owe due debt outstanding
accrue accumulate
evidence proof prove demonstrate
certify attest certificate certification confirm
confirm acknowledge confirmation acknowledgement
verify validate authenticate verification
authenticate authentication login logon sign-in
location region
country nation jurisdiction territory
foreign abroad overseas
children minors minor
illness sickness sick
leave holiday vacation absence
wage salary pay remuneration compensation
dismiss dismissal fire redundancy
exclusive sole
joint jointly together
partial partly
leak leakage
animal pet dog cat
smoke smoking
advertise advertising promote publicity
compete competition rival
competitor rival
poach solicit entice
export ship
import bring
sign execute signature
seal stamp
vote ballot poll
resolve decide determine resolution decision
elect vote
deputy substitute
chair chairman chairperson preside president
coming next upcoming following
accordance conformity compliance according conform comply
`;

const searched = readWordGroups(groups);

/** Whether two terms are the same, or synonyms that a search regards as the same. */
export function findAlike(one: string, other: string): boolean {
  return one === other || searched.share(one, other);
}

/** The terms that share a group with a term, without the term itself. */
export function synonymsOf(term: string): string[] {
  return [...new Set(searched.around(term))].filter((other) => other !== term);
}
