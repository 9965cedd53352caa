declare const brand: unique symbol

/** Permanent name of an entry. Minted by the appender, never derived from its content. */
export type EntryId = string & { readonly [brand]: 'EntryId' }

export function entryId(text: string): EntryId {
  return text as EntryId
}
