/** The page's style: colours as properties, once for light and once for dark. */
const LIGHT = `--ground:#fcfcfb;--card:#ffffff;--ink:#1b1b1a;--soft:#5c5b57;--rule:#e3e2dd;--grid:#ecebe6;
--c0:#2a78d6;--c1:#e07b16;--c2:#1a9a67;--c3:#a44ac0;--c4:#c33c4d;--c5:#6f6a5e;
--good:#0c6b3f;--good-ground:#dff3e7;--bad:#98231f;--bad-ground:#fbe3e0;--plain:#4a4944;--plain-ground:#eeede8;--warn:#7a4d00;--warn-ground:#fbeccb`;
const DARK = `--ground:#161615;--card:#1e1e1c;--ink:#eceae4;--soft:#a3a19a;--rule:#383733;--grid:#2b2a27;
--c0:#5a9df0;--c1:#f0994a;--c2:#3dbb86;--c3:#c680dd;--c4:#ec7583;--c5:#a9a498;
--good:#8adbb0;--good-ground:#173526;--bad:#f3a29c;--bad-ground:#43201e;--plain:#c3c1b8;--plain-ground:#32312d;--warn:#f0c873;--warn-ground:#41320f`;
const COLOURS = [0, 1, 2, 3, 4, 5].map((k) => `.c${k}{--line:var(--c${k})}`).join('\n');

export const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:920px;margin:0 auto;padding:32px 20px 80px}
h1{font-size:26px;line-height:1.2;margin:0 0 8px}
h2{font-size:19px;margin:40px 0 8px}
h3{font-size:16px;margin:0 0 6px}
p{margin:0 0 12px;max-width:70ch}
.lead,.source,.note,.remark,.place,.empty,.soft,details{color:var(--soft)}
.place{font-weight:400;margin-right:6px}
.note,.source,details{font-size:13.5px}
code{font:12.5px/1.4 ui-monospace,monospace}
a{color:var(--c0)}
article{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:18px 20px;margin:16px 0}
figure{margin:8px 0 12px}
figure>svg{width:100%;height:auto;display:block}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:13.5px}
table.wide{width:100%}
th{text-align:left;font-weight:500;color:var(--soft)}
th,td{padding:5px 14px 5px 0;border-bottom:1px solid var(--rule);vertical-align:top}
td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.remark{font-size:12.5px}
td.told{min-width:170px}
.fault{color:var(--bad)}
.badge{display:inline-block;padding:0 8px;border-radius:9px;font-size:12.5px;white-space:nowrap;color:var(--plain);background:var(--plain-ground)}
.badge.within,.badge.shape-holds{color:var(--good);background:var(--good-ground)}
.badge.missed,.badge.shape-missed{color:var(--bad);background:var(--bad-ground)}
.badge.not-run{color:var(--warn);background:var(--warn-ground)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 18px;margin:6px 0 0;padding:0 0 0 10px;font-size:13px}
.legend .key{width:22px;height:12px;margin-right:6px;vertical-align:-1px}
summary{cursor:pointer}
details{margin-top:8px}
details table{font-size:12px}
details code{font-size:11.5px;white-space:nowrap}
svg .grid{stroke:var(--grid);fill:none}
svg .axis{stroke:var(--soft);fill:none}
svg text{font:11.5px system-ui,sans-serif;fill:var(--soft)}
svg .line{stroke:var(--line);stroke-width:2;fill:none;stroke-linejoin:round}
svg .dashed{stroke-dasharray:5 4;stroke-width:1.5}
svg .dot{fill:var(--line);stroke:var(--card);stroke-width:1.5}
svg .mark{fill:var(--card);stroke:var(--line);stroke-width:2}
${COLOURS}
`;
