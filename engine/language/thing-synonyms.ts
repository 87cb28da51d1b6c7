/**
 * More words for the things that duties are about, one group per line, in the form that `synonyms.ts` reads.
 */
export const thingGroups = `
availability uptime
consumption use usage
suspicion suspect
illuminance illumination lighting
workplace workstation
trainee apprentice
dataset data
crane hoist
laptop notebook
outsider outside
travel trip
fraud deception
complaint claim
reply response answer
enquiry inquiry request
notice warning
deadline limit
year annum
attendance presence
vote poll
treasurer cashier
subsidiary affiliate
headquarters seat
warehouse depot store
factory plant
lorry truck
aircraft plane
ship vessel boat
bridge crossing
floor storey
door gate entrance
garden yard
bicycle bike
child minor
doctor physician
medicine drug medication
disease illness
death fatality
noise sound
odour odor smell
hazard danger risk
outage downtime
failure breakdown fault
error mistake
vulnerability weakness
credential password
screen monitor display
device appliance
phone telephone
mail email e-mail
parcel package
clause provision
annex appendix schedule attachment
logo trademark
drawing plan
photo photograph picture image
video film
questionnaire survey
forecast projection
turnover revenue sales
profit earnings
debt liability
premium bonus
subsidy grant
scholarship grant
overtime extra
shift rota
contractor builder
consultant adviser advisor
lawyer counsel attorney solicitor
police constabulary
regulator authority
city town municipality
audience public
media press
alteration change
bookkeeping accounting
ledger book
timetable schedule
manual handbook guide
guideline guidance
briefing instruction
certificate certification attestation
badge pass
key fob
tool instrument
spare replacement
warranty guarantee
surety guarantor
pledge security
lien charge
shareholder stockholder
director officer
headcount workforce
vacancy opening
candidate applicant
redundancy layoff
severance compensation
pension retirement
sickness illness
pregnancy maternity
child-care childcare
`;
