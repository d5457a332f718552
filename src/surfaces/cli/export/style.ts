// The style of an exported page: paper and ink, light and dark, set for reading and for print.

export const style = `
:root{color-scheme:light dark;--ink:#22201c;--paper:#fbf9f4;--quiet:#6f6a60;--rule:#d9d3c5;--hand:#a4471c}
@media (prefers-color-scheme:dark){:root{--ink:#e8e2d6;--paper:#1a1816;--quiet:#9b9488;--rule:#3a352e;--hand:#e08a55}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.05rem/1.6 'Iowan Old Style',Charter,Georgia,serif}
main{max-width:42rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 1rem}
h2,h3,h4,h5,h6,dl,small,.quiet,.end{font-family:system-ui,sans-serif}
h2{margin:3rem 0 1rem;padding-top:.6rem;border-top:1px solid var(--rule);font-size:.85rem;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet)}
h3.phase{margin:2.6rem 0 .6rem;font-size:.85rem;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet)}
h4{margin:2.2rem 0 0;font-size:1rem}
article h5,article h6{font-size:.95rem}
small,.quiet{color:var(--quiet);font-weight:normal;font-size:.82rem}
.quiet{margin:.1rem 0 .6rem;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;font-size:.85rem;color:var(--quiet);margin:0}
dd{margin:0;overflow-wrap:anywhere}
.notice,.question h4{color:var(--hand)}
.question,.answer{border-left:3px solid var(--hand);padding-left:1rem;margin:1.6rem 0}
.question h4,.answer h4{margin-top:0}
pre,code{font:.85rem/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.6rem 0}
blockquote{margin:.6rem 0;padding-left:1rem;border-left:2px solid var(--rule)}
.as-written{white-space:pre-wrap;overflow-wrap:anywhere}
li.task{list-style:none;margin-left:-1.2em}
table{border-collapse:collapse;font-size:.9rem}
th,td{border-bottom:1px solid var(--rule);padding:.25rem .8rem .25rem 0;text-align:left;vertical-align:top}
.align-right{text-align:right}
.align-center{text-align:center}
a{color:inherit}
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--quiet:#555;--rule:#ccc;--hand:#7a3314}body{background:none;font-size:10.5pt}main{max-width:none;padding:0}details{display:none}h2,h3,h4{break-after:avoid}
article,.question,.answer,tr{break-inside:avoid}#transcript{break-before:page}}
`
