/** Pages written for these tests, as from an agreement and a report: numbers, signs, lists, hyphens, curly quotes. */
export const ownPages = [
  `1. Term and notice
This Agreement begins on 1 March 2024 and runs for thirty-six (36) months. Either party may end it by giving the
other at least 90 days’ notice in writing; during the first twelve (12) months no such notice may be given. If the
Customer ends it early, it shall pay 12.5 % of the charges that remain, and in no case more than £1,250,000.75.
The “Transition Period” is the time of four (4) weeks that follows the last day, and the Supplier shall not re-
duce the level of service during it. A party that is not able to perform on account of an event outside its reason-
able control is excused for as long as the event lasts, provided that it tells the other within 2.5 working days.`,
  `2. Charges
The annual charge is €480,000 (four hundred and eighty thousand euros), payable in four parts of €120,000 each.
Invoices are due within 45 days after receipt; a late payment bears interest at 4.25 % a year, or at 0.35 % a month
where the law so provides. Charges rise by the lower of 3.0 % and the change of the price index, which was -0.4 % in
2020, +1.9 % in 2021 and 8.7 % in 2022. Expenses above $2,500.00 need the prior written consent of the Customer,
which shall not be unreasonably withheld. Travel between the sites A-12 and B-7 is charged at £0.45 a mile.`,
  `3. Service levels
The service is available for at least 99.95 % of each calendar month. A response is given within 15 minutes for
incidents of severity 1, within 4 hours for severity 2 and within 3 working days for all others. For each full 0.1 %
below the target the Customer receives a credit of 2 % of the monthly charge, up to 18 %. Planned maintenance of up
to 6 hours a quarter, announced 10 days before, does not count. Latency (95th percentile) stays under 250.5 ms;
values ≥ 400 ms over 5 minutes count as an outage, values < 50 ms earn no bonus.`,
  `4. Results of the year
Revenue grew to $1,482.6 million from $1,377.9 million, an increase of 7.6 %. Cost of sales was $(912.4) million and
the operating margin 11.3 %, against (2.1) % in the year before. Net loss from discontinued operations came to
$(38.5) million, or $(0.42) a share, after a gain of $4.1 million on the sale of the non-core unit. Net debt fell by
-15.8 % to $603.2 million, 1.9 times adjusted earnings. The effective tax rate was 21.4 %; without the one-off charge
of $6.75 million it would have been 19.8 %. Free cash flow was $(12.0) million in the first half-year and $97.3
million in the second, in which 1,204 people joined and 987 left the company’s 14 plants.`,
  `5. Data protection
The Supplier processes personal data only on the documented instructions of the Customer and never for purposes of
its own. It notifies the Customer of a breach within 24 hours after becoming aware of it, and not later than 72 hours
to the authority. Records are kept for 7 years and are then destroyed, except where the law requires otherwise.
Passwords have no fewer than 8 characters; at least 10,000 iterations are used to derive a key, and a lock follows
after 100 failed attempts. Sub-processors may be engaged only with prior consent, which lapses after 6.5 months.
The parties’ employees who are not bound by a duty of confidence may not have access to the data at any time.`,
];
