/** The style of HTML reports, for screens and for paper. */
export const htmlStyle = `
:root { color-scheme: light; --ink: #1d2129; --soft: #555d6b; --line: #d5d9e0; --bad: #a3161f; --care: #7a4b00; --good: #12632f; --plain: #45506a; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1.25rem 4rem; font: 1rem/1.5 system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; color: var(--ink); background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1.05rem; margin: 0; }
p { margin: .4rem 0; }
a { color: #0b4f9e; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; font-size: .9rem; }
dt { color: var(--soft); } dd { margin: 0; }
.soft { color: var(--soft); }
.counts { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 1rem 0; padding: 0; list-style: none; }
.counts b { font-size: 1.2rem; }
.alert { border: 2px solid var(--bad); border-radius: .4rem; padding: .6rem .9rem; margin: 1rem 0; }
.finding { border: 1px solid var(--line); border-left: .35rem solid var(--plain); border-radius: .4rem; padding: .9rem 1.1rem; margin: 1rem 0; }
.tag { white-space: nowrap; }
.decision { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .9rem; margin: 1rem 0; background: #fafbfc; }
.overview td, .overview th { overflow-wrap: break-word; }
.bad { border-left-color: var(--bad); } .care { border-left-color: var(--care); } .good { border-left-color: var(--good); }
.tag-bad { color: var(--bad); } .tag-care { color: var(--care); } .tag-good { color: var(--good); } .tag-plain { color: var(--plain); }
.statement { font-size: 1.05rem; }
pre { white-space: pre-wrap; font-size: .85rem; }
figure { margin: .8rem 0; }
blockquote { margin: 0 0 .3rem; padding-left: .8rem; border-left: 2px solid var(--line); }
mark { background: #fff0a8; color: inherit; font-weight: 600; }
figure img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); }
figcaption { margin-top: .3rem; font-size: .85rem; color: var(--soft); }
.context { border: 1px solid var(--line); padding: .5rem .8rem; font-size: .9rem; background: #fafbfc; }
.context p { margin: 0 0 .35rem; } .context p:last-child { margin: 0; }
.grid caption { color: var(--soft); padding-bottom: .3rem; }
.grid th, .grid td { border: 1px solid var(--line); padding: .25rem .5rem; min-width: 5rem; }
.grid th { background: #eef0f4; font-weight: 400; color: var(--soft); } .grid th:first-child { min-width: 0; width: 3rem; }
.grid .first { font-weight: 600; } .grid .cited { outline: 2px solid var(--care); outline-offset: -2px; background: #fffbe6; }
.review { border-left: 2px solid var(--line); padding-left: .8rem; }
.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0; }
.filters[hidden], .finding[hidden] { display: none; }
.filters label { font-size: .85rem; }
.filters select, .filters input { display: block; font: inherit; padding: .2rem .4rem; max-width: 16rem; }
@media screen and (max-width: 44rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  .overview thead { position: absolute; clip-path: inset(50%); }
  .overview tr { display: flex; flex-wrap: wrap; gap: .1rem .9rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
  .overview td { padding: 0; border: 0; } .overview td:empty { display: none; }
  .overview td:first-child, .overview td:last-child { flex-basis: 100%; }
}
@page { margin: 18mm 16mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  .filters { display: none; }
  .finding[hidden] { display: block; }
  h2, h3 { break-after: avoid; }
  figure, tr, .head { break-inside: avoid; }
  .head { break-after: avoid; }
  figure img { max-height: 9cm; width: auto; }
  a { color: inherit; }
}
`;

/** Adds the filters, which are hidden without scripts. It contains no character that needs escaping in XML. */
export const htmlScript = `
(() => {
  const bar = document.querySelector('.filters');
  const shown = document.getElementById('shown');
  const items = [...document.querySelectorAll('.finding')];
  const texts = items.map((item) => item.textContent.toLowerCase());
  const fields = [...bar.querySelectorAll('select, input')];
  const matches = (item, index) => fields.every(({ name, value }) => {
    if (value === '') return true;
    if (name === 'text') return value.toLowerCase().split(' ').every((word) => texts[index].includes(word));
    return item.dataset[name] === value;
  });
  const apply = () => {
    let count = 0;
    items.forEach((item, index) => {
      item.hidden = !matches(item, index);
      if (!item.hidden) count += 1;
    });
    shown.textContent = count + ' of ' + items.length + ' shown';
  };
  bar.addEventListener('input', apply);
  bar.hidden = false;
  apply();
})();
`;
