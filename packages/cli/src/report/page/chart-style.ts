/** The style of charts. The drawing is stretched to the width of the screen, its lines are not. */
export const chartStyle = `
.switch{display:inline-flex;flex:none}
.switch button{min-height:2rem;border-radius:0;font-size:.8125rem;padding:.2rem .7rem}
.switch button:first-child{border-radius:8px 0 0 8px}
.switch button:last-child{border-radius:0 8px 8px 0;margin-left:-1px}
.switch button[aria-pressed=true]{background:var(--ink);color:var(--card);border-color:var(--ink)}
.legend{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:.6rem 1.25rem;margin:0 0 1rem}
.legend dt{display:flex;align-items:center;gap:.45rem;color:var(--soft);font-size:.8125rem;white-space:nowrap}
.legend dd{margin:0;font-weight:600;font-size:.9375rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.swatch{flex:none;width:1.15rem;height:0;border-top:3px solid var(--grey)}
.swatch.ours{border-color:var(--accent)}
.swatch.usual{border-top-style:dashed;border-color:var(--warm)}
.swatch.unmanaged{border-top-style:dashed}
.swatch.none{border-top-style:dotted}
.swatch.system_and_3{border-top:2px solid var(--violet)}
.swatch.oracle{border-top:2px dotted var(--ink)}
.swatch.read,.swatch.written,.swatch.plain{width:.8rem;height:.8rem;border:0;border-radius:3px;background:var(--fill)}
.swatch.written{background:repeating-linear-gradient(var(--stripe) 0 3px,var(--stripe-back) 3px 6px)}
.swatch.plain{background:var(--warm)}
.swatch.weakest{border-color:var(--ink)}
.chart{padding-left:3.1rem;padding-right:.5rem}
.pins{position:relative;height:12px}
.pins i{position:absolute;bottom:2px;border:solid transparent;border-width:8px 5px 0;border-top-color:var(--ink);transform:translateX(-50%)}
.plot{position:relative;height:240px;touch-action:pan-y;cursor:crosshair}
.plot:has(:focus-visible){outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
.view{position:absolute;inset:0}
.plot svg{display:block;width:100%;height:100%}
.plot path{vector-effect:non-scaling-stroke;fill:none}
.plot .grid{stroke:var(--line);stroke-width:1}
.plot .mark{stroke:var(--edge);stroke-width:1;opacity:.45}
.plot .area{fill:var(--wash)}
.plot .line{stroke:var(--grey);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.plot .line.ours{stroke:var(--accent)}
.plot .line.usual{stroke:var(--warm);stroke-dasharray:7 5}
.plot .line.unmanaged{stroke-dasharray:7 5}
.plot .end{stroke:var(--warm);stroke-width:3.25}
.plot .line.none{stroke-dasharray:1 5;stroke-width:2.5}
.plot .line.system_and_3{stroke:var(--violet)}
.plot .line.chosen{stroke-width:3.25}
.plot .level{stroke:var(--ink);stroke-width:1.25;stroke-dasharray:4 4}
.plot .level.window{stroke-dasharray:none}
.plot .level.oracle{stroke-dasharray:1 4;stroke-linecap:round;stroke-width:2}
.plot .bar.read{fill:var(--fill)}
.plot .bar.written{fill:url(#stripes)}
.plot .bar.plain{fill:var(--warm)}
.plot .bar.weakest{fill:var(--ink)}
.stripe{fill:var(--stripe)}
.stripe-back{fill:var(--stripe-back)}
.defs{position:absolute}
.tick{position:absolute;right:100%;margin-right:.5rem;transform:translateY(50%);font-size:.75rem;line-height:1;color:var(--soft);white-space:nowrap}
.level-name,.edge{position:absolute;right:0;font-size:.75rem;line-height:1;color:var(--ink);background:color-mix(in srgb,var(--card) 82%,transparent);padding:2px 4px;margin-bottom:2px;border-radius:3px;pointer-events:none}
.level-name.oracle{right:auto;left:0}
.level-name.under{transform:translateY(100%);margin:0 0 -2px}
.edge{top:2px;left:0;right:auto;margin:0}
.cursor{position:absolute;top:0;bottom:0;width:1px;background:var(--ink);pointer-events:none}
.plot input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;pointer-events:none}
.below{position:relative;height:1.4rem}
.below span{position:absolute;top:.4rem;transform:translateX(-50%);font-size:.75rem;line-height:1;color:var(--soft)}
.below .end{transform:translateX(-100%) translateX(.5rem)}
.unit{margin:0 0 .5rem;font-size:.75rem;line-height:1.2;color:var(--soft);text-align:right}
@media (max-width:46rem){
.legend{grid-template-columns:repeat(2,minmax(0,1fr))}
.legend dt{white-space:normal;line-height:1.3}
.switch button{padding:.2rem .5rem;font-size:.75rem}
.chart{padding-left:2.6rem;padding-right:.25rem}
}
@media print{.plot svg,.swatch,.pins i{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`
