/** The style sheet of the API reference, for light and dark mode, and for wide and narrow screens. */
export const style = `:root { color-scheme: light dark; --ground: light-dark(#fdfdfb, #14171a); --ink: light-dark(#1c2126, #e6e8ea);
  --soft: light-dark(#5b6570, #9aa5b0); --line: light-dark(#dfe3e6, #2b3238); --accent: light-dark(#0b5c8a, #79c0ee); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif;
  display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem; border-right: 1px solid var(--line); font-size: .85rem; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.25rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: .15rem 0; overflow-wrap: anywhere; }
main { padding: 2rem; max-width: 60rem; }
a { color: var(--accent); }
nav a { text-decoration: none; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin-top: 0; }
main h2 { margin-top: 3rem; text-transform: capitalize; border-bottom: 1px solid var(--line); }
section { padding: 1rem 0; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font-weight: 500; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; }
small, .or { color: var(--soft); }
code { font-size: .92em; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
dd { margin: 0; }
ul.fields { list-style: none; margin: .25rem 0; padding-left: 1rem; border-left: 2px solid var(--line); }
ul.fields span { display: block; color: var(--soft); }
table { border-collapse: collapse; width: 100%; overflow-wrap: anywhere; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:target { background: light-dark(#fff3c4, #4a3f12); }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.25rem; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
`;
