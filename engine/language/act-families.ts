import { readWordGroups } from './word-groups.ts';

/**
 * Verbs that describe the same kind of act, one family per line. Verbs of a family are not synonyms: a clause with
 * another verb of the rule's family probably states the rule's act only if it also has the rule's things, parties and
 * limits. Verbs of opposite acts are in different families.
 */
const families = `
report notify inform tell advise announce communicate send submit present hand forward transmit deliver provide supply furnish give reach file dispatch circulate mail email convey bring pass share issue explain describe brief alert warn signal flag escalate lodge serve let make produce render tender write apprise acquaint update relay route direct address remit post return state specify raise contact refer expose open offer grant lay put place set get see
keep maintain hold retain store preserve archive save carry have possess host locate house sustain uphold ensure guarantee secure provide treat leave stay remain continue own stock conserve log record file regulate control operate run
make build construct design produce manufacture create develop prepare draw compile write draft fabricate assemble install erect supply engineer shape form lay model deliver conform
check review inspect examine test verify audit assess evaluate survey go monitor measure supervise validate scrutinise scrutinize observe try visit look reassess revisit revalidate confirm appraise analyse analyze probe walk read undergo subject put trial rehearse exercise prove
perform carry conduct do execute undertake complete finish hold run make implement fulfil effect discharge deliver accomplish arrange organise organize stage schedule
attend complete take participate follow undergo pass join go finish do sit visit receive have
pay transfer settle discharge remit reimburse disburse credit refund repay return give hand clear honour honor meet wire deposit bear cover release restore
end terminate cancel close stop discontinue dissolve rescind quit conclude withdraw exit leave break walk bring give serve call
obtain get procure collect request ask solicit seek acquire buy purchase call have secure invite gather receive compare consider hold
set fix determine decide approve adopt agree choose select establish resolve elect appoint name designate authorise authorize accept endorse ratify pass settle sanction vote consent confirm clear back support carry grant sign select pick opt
reduce cut lower decrease diminish limit fall drop bring shrink curb trim decline
repair mend fix remedy restore correct replace make rectify cure service eliminate resolve attend seal patch
protect secure safeguard guard treat keep shield preserve hold
train instruct teach educate school brief coach qualify
engage use employ hire involve commission bring retain contract
publish issue post release make disclose show put share present circulate distribute
sublet underlet let lease pass rent part share hand
subcontract delegate outsource pass hand transfer assign have give place entrust sub-let let
move transfer relocate shift take set establish change switch
insure cover underwrite keep have hold carry maintain take
heat warm keep hold maintain bring
calibrate adjust check set
take sign raise contract borrow accept incur enter conclude assume obtain arrange
donate give grant pay contribute make hand pass present transfer
distribute pay disburse pass declare make
accept take receive keep
renew extend prolong continue roll run
enter access visit inspect come
remove disable detach bypass take dismantle lift open defeat
`;

const { share } = readWordGroups(families);

/** Whether two verbs, stemmed by `english.stem`, are in one family. */
export function isKindredAct(one: string, other: string): boolean {
  return one === other || share(one, other);
}
