/** Returns the cells of a bar that a share takes: at least one for anything above 0, all only for the whole. */
export function barCells(share: number, cells: number): number {
  if (!(share > 0)) return 0
  return share >= 1 ? cells : Math.min(cells - 1, Math.max(1, Math.round(share * cells)))
}
