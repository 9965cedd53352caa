/** How many cells of a bar a share takes: one at least for anything above 0, and all of them only for the whole. */
export function barCells(share: number, cells: number): number {
  if (!(share > 0)) return 0
  return share >= 1 ? cells : Math.min(cells - 1, Math.max(1, Math.round(share * cells)))
}
