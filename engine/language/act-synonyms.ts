/**
 * More words for the acts of duties, one group per line, in the form that `synonyms.ts` reads: a verb, verbs of the same
 * meaning, and their nouns.
 */
export const actGroups = `
return surrender redeliver relinquish release
return deliver
deliver release
deliver render
notify flag signal escalate relay
report disclose escalate flag
inform brief update acquaint advise
disclose notify
warn caution alert
appoint engage retain commission mandate instruct
engage hire contract employ
hire recruit recruitment employment engagement
dismiss terminate discharge sack
guarantee maintain keep provide ensure
provide maintain ensure
achieve reach attain meet accomplish
exceed surpass overrun
lend loan
borrow loan
alter convert rebuild remodel
alteration change modification conversion
perform undertake effect execute implement
implement introduce establish apply
establish set create found form
adopt implement introduce
obey observe respect follow comply abide heed adhere honour honor fulfil
comply obey respect
prevent exclude preclude
remove strip clear
dispose discard scrap
destroy shred pulp incinerate
sanitise sanitize wipe erase
anonymise anonymize pseudonymise
back-up backup duplicate
retain archive file
store archive
record capture log
document record minute
sign execute countersign
countersign cosign
seal close
publish post release display
display show exhibit post
show present produce demonstrate
present produce tender
prove substantiate
submit lodge tender
apply request
request solicit require
demand insist claim
answer respond react
respond react reply
acknowledge confirm accept
approve clear authorise authorize
approve consent
consent agree permit
permit authorise authorize license
veto reject refuse
refuse deny decline reject
reject dismiss refuse
withhold retain
deduct subtract withhold
offset deduct
charge bill invoice
charge levy impose
levy collect
collect gather
collect recover
refund credit
credit reimburse
pay fund finance bear
bear pay
bear carry
fund finance sponsor
contribute pay
compensate recompense remunerate
insure underwrite protect
mitigate reduce limit minimise minimize
minimise minimize reduce
reduce curtail shrink slash trim
decrease drop fall
increase boost expand enlarge
adjust index adapt
adapt adjust change
exchange swap trade
replace renew
replace swap
renew update refresh
update refresh revise
upgrade update modernise modernize
repair service overhaul
maintain service
service overhaul
service inspect
inspect check vet audit
audit examine review
check vet screen
screen vet
test trial pilot
assess evaluate appraise rate
evaluate rate grade
measure determine quantify
estimate assess
calculate compute reckon
count number tally
weigh measure
analyse analyze investigate study
investigate probe enquire inquire
identify detect discover
detect discover find
track trace
trace track
monitor follow
supervise oversee manage
manage administer run operate
operate run
run conduct
hold conduct
convene call hold
convene summon
attend join
participate join
invite ask
consult ask confer
discuss debate
negotiate bargain
agree settle
settle resolve
resolve adjudicate
mediate conciliate
arbitrate adjudicate
sue litigate
appeal contest
enforce impose
impose set
assign allocate
allocate distribute apportion
delegate entrust
entrust assign
outsource contract
nominate propose
propose suggest recommend
elect appoint
resign quit
retire withdraw
suspend pause interrupt
suspend halt
stop cease discontinue end
cease end stop
abolish end
cancel rescind revoke withdraw annul
revoke cancel
begin launch open initiate
initiate launch start
start launch
launch release
finish end
complete fulfil
extend widen expand
shorten cut
restrict confine limit
confine limit restrict
block bar deny
block lock
lock block
separate segregate isolate
segregate separate
isolate separate
combine pool
connect link attach
attach enclose append
enclose attach include
include contain comprise
mark brand
brand label
label tag
wear carry
carry transport
transport ship carry convey haul
ship dispatch send
import export
load fill
unload empty
empty drain
pack wrap package
store stow
clean sweep tidy scrub
tidy clear
disinfect sanitise sanitize sterilise sterilize
ventilate air
heat warm
cool chill refrigerate
light illuminate
illuminate light
paint decorate redecorate
decorate redecorate
furnish equip fit
equip furnish provide
install fit erect
erect build install
demolish dismantle
excavate dig
fence enclose
plant grow
teach coach tutor
train coach drill
learn study
qualify certify
certify accredit
accredit certify
register enrol enroll record
enrol enroll register
translate render
write word
draft write
word phrase
edit revise
print publish
copy photocopy scan
scan digitise digitize
read study
hear learn
visit enter
enter access
access enter
leave exit
evacuate clear
park leave
drive operate
handle treat process
process handle treat
treat handle
consume use
smoke light
drink consume
eat consume
play run
win obtain
obtain gain
acquire gain
purchase order
order buy purchase
sell market
market sell promote
trade deal
lease let
occupy use
possess hold
own hold
guard patrol watch
secure fasten
fasten fix secure
protect preserve
preserve protect conserve
conserve save
save spare
waste squander
pollute contaminate
contaminate pollute
emit discharge release
discharge emit
leak escape
spill leak
reveal expose
expose reveal
conceal hide
hide conceal
misuse abuse
abuse misuse
falsify forge fake
forge falsify
deceive mislead
mislead deceive
bribe corrupt
harass bully
discriminate disadvantage
retaliate victimise victimize
`;
