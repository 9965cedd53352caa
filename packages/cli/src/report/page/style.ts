import { chartStyle } from './chart-style.ts'
import { palette } from './palette.ts'

const page = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
.top,main,footer{max-width:68rem;margin:0 auto;padding-left:max(1rem,env(safe-area-inset-left));padding-right:max(1rem,env(safe-area-inset-right))}
.top{display:flex;justify-content:space-between;align-items:center;padding-top:1.25rem}
h1{font-size:1rem;font-weight:650;margin:0;letter-spacing:-.005em}
h1 span{color:var(--soft);font-weight:400}
h2{font-size:clamp(1.35rem,1rem + 1.8vw,2rem);line-height:1.2;letter-spacing:-.02em;font-weight:650;margin:2.25rem 0 .4rem;overflow-wrap:anywhere}
h3{font-size:1.1rem;font-weight:650;letter-spacing:-.01em;margin:0}
h4{font-size:.85rem;font-weight:650;margin:0 0 .5rem}
p{margin:0 0 .75rem}
a{color:var(--accent);text-underline-offset:.15em}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,monospace}
small{font-size:.8125rem;color:var(--soft);font-weight:400}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
[hidden]{display:none!important}
button,select{font:inherit;font-size:.875rem;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:8px;min-height:2.25rem;padding:.25rem .85rem;cursor:pointer}
button:hover,select:hover{border-color:var(--ink)}
.about{color:var(--soft);font-size:.875rem;margin:0 0 1.75rem}
.about .path{display:block;overflow-wrap:anywhere}
.about span{white-space:nowrap}
.about span:not(:last-child)::after{content:" · "}
.about span{white-space:normal}
.verdict{font-size:clamp(1rem,.95rem + .35vw,1.15rem);line-height:1.5;max-width:46rem;margin:0 0 1.75rem;text-wrap:pretty}
.verdict small{display:block;margin-top:.25rem}
.notices{margin:0 0 1.75rem;padding:.75rem 1rem .75rem 2rem;background:var(--wash);border-radius:10px;font-size:.9rem;overflow-wrap:anywhere}
.overview h2{margin-bottom:1.25rem}
.figures{display:grid;grid-template-columns:repeat(4,1fr);gap:1.5rem 2rem;margin:0 0 2rem}
.figures>div{display:flex;flex-direction:column;border-top:2px solid var(--line);padding-top:.75rem;min-width:0}
.figures>div:first-child{border-color:var(--accent)}
.figures dt{font-size:.875rem;color:var(--soft)}
.figures dd{margin:0;font-size:clamp(1.9rem,1.3rem + 2.4vw,3rem);line-height:1.15;font-weight:600;letter-spacing:-.03em}
.figures>div:first-child dd:not(.detail){color:var(--accent)}
.figures>.dearer:first-child{border-color:var(--warm)}
.figures>.dearer:first-child dd:not(.detail){color:var(--warm)}
.figures .detail{font-size:.8125rem;line-height:1.45;font-weight:400;letter-spacing:0;color:var(--soft);margin-top:.25rem}
.panel{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem;margin:0 0 1.25rem}
.panel-head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem 1rem;min-height:2rem}
.lead,.note{color:var(--soft);font-size:.9rem}
.lead{margin:.1rem 0 1rem}
table+.note{margin-top:.75rem}
.note:last-child,.lead:last-child{margin-bottom:0}
.panel.note{color:var(--ink)}
table{border-collapse:collapse;width:100%;font-size:.875rem}
caption{text-align:left;color:var(--soft);padding:0 0 .25rem}
th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line);font-weight:400;vertical-align:top}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-size:.8125rem}
tfoot th,tfoot td{font-weight:650;border-bottom:0}
.number{text-align:right;white-space:nowrap}
.scroll{overflow:auto;max-height:24rem;margin-top:.75rem}
.scroll td,.scroll th{white-space:nowrap}
.costs th[scope=row]{width:70%;font-weight:550}
.costs small{display:block}
.chip{font-size:.75rem;font-weight:500;color:var(--accent);border:1px solid currentColor;border-radius:99px;padding:.05rem .5rem;margin-left:.35rem;white-space:nowrap}
.chip.end{color:var(--warm)}
.meter{display:block;height:6px;min-width:2px;border-radius:3px;margin-top:.4rem;background:var(--grey);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.meter.ours{background:var(--accent)}
.meter.usual{background:var(--warm)}
.meter.system_and_3{background:var(--violet)}
.meter.oracle{background:var(--ink)}
summary{cursor:pointer}
.data>summary,.files>summary{color:var(--soft);font-size:.875rem;width:max-content;padding:.3rem 0}
.files{margin:0 0 1rem}
.picker{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:1rem 0 0;border-top:1px solid var(--line)}
.picker label{color:var(--soft);font-size:.875rem}
.picker select{flex:1 1 9rem;min-width:0;max-width:30rem}
footer{color:var(--soft);font-size:.8125rem;padding-top:1rem;padding-bottom:2.5rem}
`

const receipt = `
.receipt{border-top:1px solid var(--line)}
.receipt:last-child{border-bottom:1px solid var(--line)}
.receipt>summary{display:grid;grid-template-columns:2rem 1fr auto 1.25rem;gap:.25rem 1rem;align-items:center;padding:.75rem 0;list-style:none}
.receipt>summary::-webkit-details-marker{display:none}
.receipt>summary::after{content:"";width:.5rem;height:.5rem;border:solid var(--soft);border-width:0 1.5px 1.5px 0;transform:rotate(45deg) translate(-2px,-2px);justify-self:center}
.receipt[open]>summary::after{transform:rotate(225deg) translate(-2px,-2px)}
.receipt>summary:hover .where{color:var(--accent)}
.ordinal{color:var(--soft);font-size:.875rem}
.receipt small{display:block}
.change{text-align:right}
.receipt-body{columns:2;column-gap:2.5rem;padding:.75rem 0 .5rem;font-size:.875rem}
.block{break-inside:avoid;padding-bottom:1.5rem}
.receipt-body .wide{column-span:all}
.receipt-body th,.receipt-body td{padding-top:.35rem;padding-bottom:.35rem}
.receipt-body th[scope=row]{width:60%}
.receipt-body p,.receipt-body li{overflow-wrap:anywhere}
.receipt-body ul{margin:0;padding-left:1.1rem}
.pairs{margin:0}
.pairs>div{display:grid;grid-template-columns:6rem 1fr;gap:.75rem;padding:.2rem 0}
.pairs dt{color:var(--soft)}
.pairs dd{margin:0;overflow-wrap:anywhere}
.seen{margin:0;padding-left:1.5rem}
.seen li{padding:.2rem 0}
.seen .more{list-style:none;color:var(--soft)}
`

const screens = `
@media (max-width:46rem){
.figures{grid-template-columns:repeat(2,1fr);gap:1.25rem 1.25rem}
.panel{padding:1.1rem 1rem;border-radius:12px}
h3{font-size:1rem;white-space:nowrap}
.receipt>summary{font-size:.9375rem}
.receipt-body{columns:1}
.receipt>summary{grid-template-columns:1.25rem 1fr auto 1rem;gap:.25rem .6rem}
}
@media print{
body{background:#fff;font-size:11pt}
.panel,.figures>div,.receipt{break-inside:avoid}
.panel{border-radius:0;padding:1rem 0;border-width:1px 0 0}
button,.picker,.data,.cursor,input{display:none!important}
.files[open] .scroll,.scroll{max-height:none;overflow:visible}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`

/** All of the page's style. */
export const style = `${palette}${page}${chartStyle}${receipt}${screens}`
