/** FNV-1a over UTF-16 units: 32 bits, in letters and digits. Other seeds give other bits. */
export function textHash(text: string, seed = 0x811c9dc5): string {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
