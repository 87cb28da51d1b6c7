const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Verbs of duties that are not also common nouns, so that "and" before one of them begins a second act. */
export const plainVerbs = words(`
  accept acknowledge acquire adjust allocate allow announce appoint approve archive arrange assess assign assist attend
  authenticate authorise authorize backup bear begin block bring buy calculate cancel carry cease certify choose classify
  collect commission communicate compensate complete comply conduct confirm consult contain continue convert correct create
  decide define delete deliver demonstrate deny deposit designate destroy determine develop disable disclose discontinue
  display dispose distribute divide eliminate employ enable encrypt enforce ensure erase establish evaluate examine exclude
  execute explain extend follow forward give grant handle hire identify implement improve include indemnify inform
  initiate insert inspect install investigate invite isolate issue keep lend limit lodge log maintain make manage migrate
  minimise minimize mitigate modify notify obtain offer operate organise organize pay perform permit prepare present
  preserve prevent produce prohibit protect provide publish purchase quarantine receive recommend reconcile reduce refrain
  refund register reimburse reject release remediate remove render renew repair repay replace replicate require resolve
  respond restore restrict retain return revise revoke safeguard scan secure sell send serve settle sign specify stop
  submit supervise supply surrender suspend take terminate train transfer transmit treat update upgrade use validate
  verify wear withdraw withhold write
  act administer admit advise answer apply ask avoid close commit compile cover deduct design direct draw escrow exercise
  file fill find get help invest invoice join leave lock meet move name open own post procure prove put raise read reach
  rectify refer rotate run seek select set share shred shut smoke solve start stock store subcontract tell translate treat
  turn unlock`);

/** Verbs that are common nouns too. They are a second act only before a determiner: "and report every incident". */
export const nounVerbs = words(`
  access address alert audit award balance change charge check claim comment contact contract control copy cost count
  document estimate exchange guarantee insure label lease license list mark monitor notice offer order plan process
  promise question record report request research review sample schedule screen search ship state store support test
  trace track transport visit watch work`);

/** The verbs that ask for something that no document shows. */
export const unseenVerbs = words(`
  appreciate aspire behave believe care champion consider cultivate embrace encourage endeavor endeavour foster honor
  honour inspire nurture promote realise realize recognise recognize respect strive sympathise sympathize try understand
  value`);
