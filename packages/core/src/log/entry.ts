declare const brand: unique symbol

/** Names an entry for good. Minted by whoever appends it, never derived from what it says. */
export type EntryId = string & { readonly [brand]: 'EntryId' }

export function entryId(text: string): EntryId {
  return text as EntryId
}
